/* "Show notifications in this browser": asks the browser for its push address, and sends it with the form. */
(() => {
  const form = document.querySelector("form[data-push]");
  if (!form) return;
  const button = form.querySelector("button");
  const status = form.querySelector("[data-push-status]");
  if (!("serviceWorker" in navigator && "PushManager" in window && "Notification" in window)) {
    status.textContent = "This browser cannot show notifications of a closed site.";
    return;
  }
  button.hidden = false;

  const bytesOf = (text) =>
    Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (each) => each.charCodeAt(0));
  const isKey = (key, bytes) => key && new Uint8Array(key).every((each, at) => each === bytes[at]);

  const subscribe = async () => {
    const key = bytesOf(form.dataset.push);
    await navigator.serviceWorker.register("/service-worker.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    const former = await pushManager.getSubscription();
    if (former && isKey(former.options.applicationServerKey, key)) return former;
    if (former) await former.unsubscribe(); // the site's key has changed
    return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: key });
  };

  button.addEventListener("click", async () => {
    button.disabled = true;
    status.textContent = "Allow notifications if the browser asks.";
    try {
      if ((await Notification.requestPermission()) !== "granted") {
        status.textContent = "This browser blocks notifications from this site. Allow them in its settings, and try again.";
        return;
      }
      const { endpoint, keys } = (await subscribe()).toJSON();
      for (const [name, value] of Object.entries({ endpoint, ...keys })) {
        if (form.elements[name]) form.elements[name].value = value;
      }
      form.submit();
    } catch {
      status.textContent = "This browser cannot be added. A private window cannot show notifications.";
    } finally {
      button.disabled = false;
    }
  });
})();
