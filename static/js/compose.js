// The amendment builder: pick a rule or a value, change it, and the RFC 6902 operations are written for you.
"use strict";
document.addEventListener("DOMContentLoaded", () => {
  const form = document.querySelector("[data-compose]");
  if (!form) return;
  const builder = form.querySelector("[data-builder]");
  const box = form.querySelector("#amendments");
  const rules = JSON.parse(document.getElementById("rules-data").textContent);
  const values = JSON.parse(document.getElementById("values-data").textContent);
  const said = form.querySelector("[data-said]");
  const list = form.querySelector("[data-operations]");
  const field = (id) => form.querySelector(`#${id}`);
  const escaped = (key) => key.replaceAll("~", "~0").replaceAll("/", "~1");
  builder.hidden = false;

  const read = () => {
    if (!box.value.trim()) return [];
    try { return JSON.parse(box.value); } catch { return null; }
  };
  const write = (operations) => {
    box.value = operations.length ? JSON.stringify(operations, null, 2) : "";
    draw();
  };
  const draw = () => {
    const operations = read();
    list.replaceChildren();
    for (const [place, operation] of (operations || []).entries()) {
      if (operation.op === "test") continue;
      const item = document.createElement("li");
      const value = operation.value === undefined ? "" : ` → ${JSON.stringify(operation.value).slice(0, 120)}`;
      item.append(`${operation.op} ${operation.path}${value} `);
      const remove = document.createElement("button");
      remove.type = "button";
      remove.className = "quiet";
      remove.textContent = "take out";
      remove.addEventListener("click", () => {
        const now = read();
        const guarded = place > 0 && now[place - 1].op === "test" && now[place - 1].path === operation.path;
        now.splice(guarded ? place - 1 : place, guarded ? 2 : 1);
        write(now);
      });
      item.append(remove);
      list.append(item);
    }
  };
  const kind = () => field("pick-kind").value;
  const show = () => {
    for (const part of builder.querySelectorAll("[data-for]")) part.hidden = !part.dataset.for.split(" ").includes(kind());
    fill();
  };
  const fill = () => {
    const rule = rules[field("pick-rule").value];
    if (kind() === "amend" && rule) {
      field("new-title").value = rule.title;
      field("new-body").value = rule.body;
    } else if (kind() === "create") {
      field("new-title").value = "";
      field("new-body").value = "";
    }
    const value = values[field("pick-value").value];
    if (kind() === "value" && value) {
      field("new-value").value = JSON.stringify(value.value);
      builder.querySelector("[data-old]").textContent = `Now ${JSON.stringify(value.value)}, at ${value.path}`;
    }
  };
  const slug = (title) => title.toLowerCase().normalize("NFKD").replace(/[^a-z0-9]+/g, "-").replace(/^-|-$/g, "").slice(0, 70) || "rule";
  const free = (id) => {
    let result = id;
    for (let count = 2; rules[result]; count += 1) result = `${id}-${count}`;
    return result;
  };
  const lastPlace = (parent) => Math.max(0, ...Object.values(rules).filter((rule) => (rule.parent || "") === parent).map((rule) => rule.place)) + 10;
  const replace = (path, old, value) => [{ op: "test", path, value: old }, { op: "replace", path, value }];

  const makers = {
    value() {
      const value = values[field("pick-value").value];
      if (!value) throw new Error("Pick a value first.");
      let wanted;
      try { wanted = JSON.parse(field("new-value").value); } catch {
        if (typeof value.value !== "string") throw new Error(`The new value must be like the old one: ${JSON.stringify(value.value)}`);
        wanted = field("new-value").value;
      }
      return replace(value.path, value.value, wanted);
    },
    amend() {
      const id = field("pick-rule").value, rule = rules[id], operations = [];
      if (field("new-title").value !== rule.title) operations.push(...replace(`/rules/${escaped(id)}/title`, rule.title, field("new-title").value));
      if (field("new-body").value !== rule.body) operations.push(...replace(`/rules/${escaped(id)}/body`, rule.body, field("new-body").value));
      if (!operations.length) throw new Error("Nothing is changed yet.");
      return operations;
    },
    create() {
      const title = field("new-title").value.trim();
      if (!title) throw new Error("A rule needs a title.");
      const parent = field("new-parent").value, id = free(slug(title));
      const rule = { title, body: field("new-body").value, parent: parent || null, place: lastPlace(parent) };
      rules[id] = rule;
      for (const select of [field("new-parent"), field("pick-rule")]) select.append(new Option(`(new) ${title}`, id));
      return [{ op: "add", path: `/rules/${id}`, value: rule }];
    },
    move() {
      const id = field("pick-rule").value, rule = rules[id], parent = field("new-parent").value;
      if (parent === id) throw new Error("A rule cannot stand under itself.");
      return [...replace(`/rules/${escaped(id)}/parent`, rule.parent, parent || null), ...replace(`/rules/${escaped(id)}/place`, rule.place, lastPlace(parent))];
    },
    repeal() {
      const id = field("pick-rule").value, operations = [];
      const gather = (under) => {
        for (const [child, rule] of Object.entries(rules)) if (rule.parent === under) gather(child);
        operations.push({ op: "test", path: `/rules/${escaped(under)}`, value: rules[under] }, { op: "remove", path: `/rules/${escaped(under)}` });
      };
      gather(id);
      return operations;
    },
  };

  field("pick-kind").addEventListener("change", show);
  field("pick-rule").addEventListener("change", fill);
  field("pick-value").addEventListener("input", fill);
  box.addEventListener("input", draw);
  builder.querySelector("[data-add]").addEventListener("click", () => {
    const operations = read();
    if (!Array.isArray(operations)) { said.textContent = "The data below is not a list of operations; mend it first."; return; }
    try {
      const added = makers[kind()]();
      write([...operations, ...added]);
      said.textContent = "Added. See the difference before you submit.";
    } catch (error) {
      said.textContent = error.message;
    }
  });
  show();
  draw();
});
