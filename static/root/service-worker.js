/* Shows the notifications that the site sends to this browser, and opens their page when one is clicked. */

self.addEventListener("push", (event) => {
  const { title, body, link } = event.data.json();
  event.waitUntil(
    self.clients.matchAll({ type: "window", includeUncontrolled: true }).then((windows) => {
      if (windows.some((each) => each.focused)) return undefined; // the page itself says it
      return self.registration.showNotification(title, { body, data: link, icon: "/static/img/icon-180.png" });
    }),
  );
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  const url = new URL(event.notification.data, self.location.origin);
  if (url.origin === self.location.origin) event.waitUntil(self.clients.openWindow(url.href));
});
