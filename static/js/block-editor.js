// The block editor of pieces of the effect language. What blocks there are, what fits where, and how a piece reads, the
// server says (nomic/effects/workspaces); here is nothing of the language. A piece is sent as the workspace's own data.
"use strict";
(() => {
  const PIECE = "[data-piece]";
  const PHONE = window.matchMedia("(max-width: 45rem)");
  const SECOND = 1000;
  const ROW = PHONE.matches ? 24 : 44; // characters in a row of a block, about
  const ANYTHING = "*"; // a type that connects to everything
  const editors = new Map(); // by element
  const loose = new Map(); // blocks that lie beside a piece, by its field: they are not sent, and stay until used
  let loading = null;
  let shapes = {}; // of blocks, by type

  // ── loading, when a piece is on the page

  const script = (address) => new Promise((done, failed) => {
    const element = document.createElement("script");
    element.src = address;
    element.addEventListener("load", done);
    element.addEventListener("error", failed);
    document.head.append(element);
  });
  const style = (address) => new Promise((done, failed) => {
    const element = document.createElement("link");
    element.rel = "stylesheet";
    element.href = address;
    element.addEventListener("load", done);
    element.addEventListener("error", failed);
    document.head.append(element);
  });
  const load = async ({ library, words, styles, shapes }) => {
    const [answer] = await Promise.all([fetch(shapes), style(styles), script(library)]);
    await script(words);
    define(await answer.json());
  };

  // ── blocks

  const define = (known) => {
    const { Blockly } = window;
    shapes = known;

    // A menu whose entries are read when it is opened. What is chosen stays, though it is no longer among them.
    class Menu extends Blockly.FieldDropdown {
      constructor(entries) {
        super([["…", ""]]);
        this.entries = entries;
      }

      getOptions() {
        const block = this.getSourceBlock?.();
        const found = this.entries && block ? this.entries(block) : [];
        const isKnown = found.some((each) => each !== "separator" && each[1] === this.value_);
        const here = isKnown || this.value_ == null ? [] : [[this.value_ || "…", this.value_]];
        return [...here, ...found].length ? [...here, ...found] : [["…", ""]];
      }

      doClassValidation_(value) {
        return typeof value === "string" ? value : null;
      }
    }

    // The words that a block can have besides: each is shown or hidden.
    class More extends Menu {
      constructor(shape) {
        super((block) => optional(shape).map((line) => {
          const word = labelOf(line);
          return [`${block.shown.has(line.word) ? "without" : "with"} “${word}”`, line.word];
        }));
      }

      getText_() {
        return "more";
      }

      doClassValidation_(word) {
        const block = this.getSourceBlock();
        if (block && word) toggle(block, word);
        return "";
      }
    }

    const atStart = (line) => {
      const [first, ...rest] = line.parts;
      return { ...line, parts: typeof first === "string" ? [first.replace(/^[,;: ]+/, ""), ...rest].filter(Boolean) : line.parts };
    };
    const widthOf = (line) => line.parts.reduce((width, part) => width + (typeof part === "string" ? part.length : 10), 0);
    const lists = (block) => editors.get(elementOf(block))?.lists ?? {};
    const elementOf = (block) => {
      const workspace = block.workspace.targetWorkspace ?? block.workspace;
      return workspace.getInjectionDiv?.().closest(PIECE);
    };
    const optional = (shape) => shape.lines.filter((line) => line.word && !line.stands);
    const labelOf = (line) => line.parts.filter((part) => typeof part === "string").join(" … ").replace(/^[,;: ]+/, "") || line.word;

    const fieldFor = (opening) => {
      const choices = () => (opening.optional ? [["–", ""], ...(opening.choices ?? [])] : opening.choices ?? []);
      switch (opening.sort) {
        case "number": return new Blockly.FieldNumber(opening.optional ? 24 : 1, undefined, undefined, 1);
        case "flag": return new Menu(choices);
        case "choice": return new Menu((block) => (opening.choices ? choices() : lists(block)[block.names ?? opening.names] ?? []));
        default: return new Blockly.FieldTextInput("");
      }
    };

    const build = (block, shape) => {
      block.shown = new Set();
      block.counts = {};
      block.inputsOf = new Map(); // by the word of an optional line
      let words = [];
      let number = 0;
      let width = 0;
      const add = (input) => {
        for (const [field, name] of words) input.appendField(field, name);
        words = [];
        return input;
      };
      const flush = () => words.length && [add(block.appendDummyInput(`words ${number++}`))];
      for (const each of shape.lines) {
        const made = [];
        let line = each;
        const long = widthOf(line);
        if (line.word && width && (!line.stands || width + long > ROW)) {
          made.push(add(block.appendEndRowInput(`row ${number++}`)));
          width = 0;
          line = atStart(line);
        } else if (line.word && line.parts.some((part) => part.sort === "stack")) {
          line = atStart(line);
        }
        width += line.word && !line.stands ? 0 : long;
        for (const part of line.parts) {
          if (typeof part === "string") words.push([new Blockly.FieldLabel(part)]);
          else if (part.sort === "value") made.push(add(block.appendValueInput(part.name)).setCheck(part.check));
          else if (part.sort === "stack") made.push(add(block.appendStatementInput(part.name)).setCheck(part.check));
          else if (part.sort === "several") {
            made.push(add(block.appendDummyInput(`end ${part.name}`)));
            block.counts[part.name] = 0;
            (block.several ??= []).push(part);
            grow(block, part, 2);
          } else words.push([fieldFor(part), part.name]);
        }
        made.push(...(flush() || []));
        if (!line.word) continue;
        number += 1;
        block.inputsOf.set(line.word, made);
        if (!line.stands) for (const input of made) input.setVisible(false);
      }
      if (optional(shape).length) {
        const more = new More(shape);
        more.setTooltip("What else can go here");
        block.appendDummyInput("more").appendField(more, "more");
      }
      block.setColour(shape.colour);
      block.setTooltip(shape.title);
      block.setInputsInline(true);
      if (shape.stacks) {
        const check = shape.stacks === ANYTHING ? null : shape.stacks;
        block.setPreviousStatement(true, check);
        block.setNextStatement(true, check);
      } else if (shape.gives.length) block.setOutput(true, shape.gives.includes(ANYTHING) ? null : shape.gives);
      else if (shape.isValue) block.setOutput(true, null);
    };

    // Openings side by side: there is always an empty one at the end.
    const grow = (block, opening, count) => {
      while (block.counts[opening.name] < count) {
        const input = block.appendValueInput(`${opening.name}${block.counts[opening.name]++}`).setCheck(opening.check);
        block.moveInputBefore(input.name, nextAfter(block, opening));
      }
    };
    const nextAfter = (block, opening) => {
      const end = block.inputList.findIndex((input) => input.name === `end ${opening.name}`);
      const next = block.inputList.slice(end + 1).find((input) => !input.name.startsWith(opening.name));
      return next && next.name !== `${opening.name}${block.counts[opening.name] - 1}` ? next.name : null;
    };

    const toggle = (block, word) => {
      const before = JSON.stringify(block.saveExtraState());
      const isShown = !block.shown.delete(word);
      if (isShown) block.shown.add(word);
      for (const input of block.inputsOf.get(word)) input.setVisible(isShown);
      block.queueRender?.();
      Blockly.Events.fire(new (Blockly.Events.get(Blockly.Events.BLOCK_CHANGE))(block, "mutation", null, before, JSON.stringify(block.saveExtraState())));
    };

    for (const [type, shape] of Object.entries(shapes)) {
      Blockly.Blocks[type] = {
        init() {
          build(this, shape);
        },
        saveExtraState() {
          const state = {};
          if (this.shown.size) state.shown = [...this.shown];
          if (this.several) state.counts = { ...this.counts };
          if (this.names) state.names = this.names;
          if (this.gives) state.gives = this.gives;
          return state;
        },
        loadExtraState(state) {
          const words = new Set(state.shown ?? []);
          for (const [word, inputs] of this.inputsOf) {
            const line = shape.lines.find((each) => each.word === word);
            if (!line.stands) for (const input of inputs) input.setVisible(words.has(word));
          }
          this.shown = words;
          for (const part of this.several ?? []) grow(this, part, (state.counts?.[part.name] ?? 1) + 1);
          this.names = state.names;
          this.gives = state.gives;
          if (state.gives) this.setOutput(true, state.gives.includes(ANYTHING) ? null : state.gives);
        },
      };
    }

    // The look of Scratch, whose styles are in a file of ours: the page allows no others.
    class Renderer extends Blockly.zelos.Renderer {
      makeConstants_() {
        const constants = new Blockly.zelos.ConstantProvider();
        constants.injectCSS_ = () => {};
        return constants;
      }
    }
    Blockly.blockRendering.register("blocks", Renderer);
  };

  // Blocks or buttons: the browser remembers what was chosen, and the form comes back from the server as it is now.
  const CHOSEN = "block-editor";
  const isByButtons = () => {
    try {
      return localStorage.getItem(CHOSEN) === "buttons";
    } catch {
      return false;
    }
  };
  const choice = (words, chosen, element) => {
    const [whose] = element.dataset.piece.split(":");
    const button = Object.assign(document.createElement("button"), { textContent: words, className: "quiet small", name: "block", value: `menu ${whose} -` });
    button.dataset.chooseEditor = element.dataset.piece; // where one goes on
    button.addEventListener("click", () => {
      try {
        localStorage.setItem(CHOSEN, chosen);
      } catch {
        // A browser that keeps nothing keeps this choice neither.
      }
    });
    return button;
  };

  const dataOf = (element) => JSON.parse(element.querySelector("[data-workspace]").content.textContent);

  // ── an editor in place of the buttons of a piece

  const open = (element) => {
    const { Blockly } = window;
    const data = dataOf(element);
    const field = element.dataset.piece;
    const sent = Object.assign(document.createElement("input"), { type: "hidden", name: field });
    const search = Object.assign(document.createElement("input"), { type: "search", placeholder: "Find a block …", className: "block-search" });
    search.setAttribute("aria-label", "Find a block");
    const place = document.createElement("div");
    const isSmall = !data.state.blocks.blocks[0].type.endsWith("steps");
    place.className = isSmall ? "block-editor block-editor-small" : "block-editor";
    element.querySelector("[data-by-buttons]").replaceWith(search, place, sent, choice("Use buttons instead of blocks", "buttons", element));

    const found = { kind: "category", name: "Found", custom: "FOUND", hidden: "true" };
    const toolbox = (groups) => ({
      kind: "categoryToolbox",
      contents: [...groups.map(({ name, colour, blocks }) => ({
        kind: "category", name, colour, contents: blocks.map((block) => ({ kind: "block", ...block })),
      })), found],
    });
    const editor = { lists: data.lists, groups: data.toolbox, element };
    editors.set(element, editor);
    const workspace = Blockly.inject(place, {
      css: false,
      media: element.dataset.media,
      renderer: "blocks",
      toolbox: toolbox(data.toolbox),
      horizontalLayout: PHONE.matches,
      toolboxPosition: PHONE.matches ? "end" : "start",
      trashcan: !PHONE.matches,
      sounds: false,
      zoom: { controls: !PHONE.matches, wheel: false, pinch: true, startScale: PHONE.matches ? 0.6 : 0.75 },
      move: { scrollbars: true, drag: true, wheel: true },
    });
    editor.workspace = workspace;
    Blockly.Events.disable();
    Blockly.serialization.workspaces.load(data.state, workspace);
    for (const block of loose.get(field) ?? []) Blockly.serialization.blocks.append(block, workspace);
    Blockly.Events.enable();
    const root = () => workspace.getTopBlocks(false).find((block) => block.type.startsWith("piece:"));
    root()?.moveBy(16, 16);
    mark(editor);

    // Those with every word, else those with any of them. An ending is left out: "loses" finds "lose".
    workspace.registerToolboxCategoryCallback("FOUND", () => {
      const words = search.value.toLowerCase().split(/\s+/).filter(Boolean).map((word) => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, "") : word));
      const all = editor.groups.flatMap((group) => group.blocks).map((block) => {
        const said = `${Blockly.Blocks[block.type] ? titleOf(block.type) : ""} ${shapes[block.type]?.also ?? ""} ${JSON.stringify(block.fields ?? {})}`.toLowerCase();
        return { block, count: words.filter((word) => said.includes(word)).length };
      });
      const most = Math.max(...all.map(({ count }) => count));
      if (!most) return [{ kind: "label", text: "No block has these words. Try “gain”, “lose”, “players” or “most”." }];
      return all.filter(({ count }) => count === most).slice(0, 20).map(({ block }) => ({ kind: "block", ...block }));
    });
    const titles = new Map();
    const titleOf = (type) => {
      if (!titles.has(type)) {
        const headless = new Blockly.Workspace();
        const block = headless.newBlock(type);
        titles.set(type, `${block.getTooltip()} ${block.toString()}`);
        headless.dispose();
      }
      return titles.get(type);
    };
    search.addEventListener("input", (event) => {
      event.stopPropagation();
      const box = workspace.getToolbox();
      const category = box.getToolboxItems().find((item) => item.getName?.() === "Found");
      if (!search.value.trim()) return box.clearSelection();
      category.show();
      box.setSelectedItem(null);
      box.setSelectedItem(category);
      search.focus();
    });
    search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());

    let timer = 0;
    workspace.addChangeListener((event) => {
      if (event.type === Blockly.Events.SELECTED && event.newElementId) editor.at = event.newElementId;
      if (event.isUiEvent || event.type === Blockly.Events.FINISHED_LOADING) return;
      if (event.type === Blockly.Events.BLOCK_CREATE && event.recordUndo && !workspace.isDragging()) put(editor, event.blockId);
      for (const block of workspace.getAllBlocks(false)) widen(block);
      const state = Blockly.serialization.workspaces.save(workspace);
      loose.set(field, state.blocks?.blocks.filter((block) => !block.type.startsWith("piece:")) ?? []);
      sent.value = JSON.stringify(state);
      clearTimeout(timer);
      timer = setTimeout(() => look(editor), 0.6 * SECOND);
    });
    new ResizeObserver(() => Blockly.svgResize(workspace)).observe(place);
    new MutationObserver(() => withTrueRoles(place)).observe(place, {
      subtree: true,
      childList: true,
      attributeFilter: ["aria-owns", "role"],
    });
    withTrueRoles(place);
  };

  // What Blockly tells screen readers and is not so: that a block owns its openings, also where it draws none, as in
  // the toolbox; and that a place to connect is a figure in the list of a group.
  const withTrueRoles = (place) => {
    for (const owner of place.querySelectorAll("[aria-owns]")) {
      const ids = owner.getAttribute("aria-owns").split(/\s+/);
      const drawn = ids.filter((id) => document.getElementById(id));
      if (drawn.length === ids.length) continue;
      if (drawn.length) owner.setAttribute("aria-owns", drawn.join(" "));
      else owner.removeAttribute("aria-owns");
    }
    for (const mark of place.querySelectorAll('[role="listbox"] [role="figure"]')) {
      mark.removeAttribute("role");
      mark.setAttribute("aria-hidden", "true");
    }
  };

  // A block that was pressed in the toolbox goes where it fits: after the block that was pressed last, or at the end; a
  // value into the first empty opening for it.
  const put = ({ workspace, at }, id) => {
    const { Blockly } = window;
    const block = workspace.getBlockById(id);
    const root = workspace.getTopBlocks(true).find((each) => each.type.startsWith("piece:"));
    if (!block || block.getParent() || !root || block === root) return;
    const checker = workspace.connectionChecker;
    const fits = (opening, own) => own && opening && checker.canConnect(opening, own, false);
    const isInPiece = (each) => each && each.getRootBlock() === root;
    const last = workspace.getBlockById(at);
    const begin = isInPiece(last) && last !== block ? last : root;
    if (block.previousConnection) {
      for (let each = begin; each; each = each.getParent()) {
        for (const input of each.inputList) {
          const end = input.type === Blockly.inputs.inputTypes.STATEMENT && input.isVisible() && input.connection;
          if (!end) continue;
          let opening = end;
          while (opening.targetBlock()?.nextConnection) opening = opening.targetBlock().nextConnection;
          if (fits(opening, block.previousConnection)) return opening.connect(block.previousConnection);
        }
        if (each.nextConnection && !each.getNextBlock() && fits(each.nextConnection, block.previousConnection)) return each.nextConnection.connect(block.previousConnection);
      }
      return;
    }
    for (const each of [begin, ...begin.getDescendants(true), ...root.getDescendants(true)]) {
      for (const input of each.inputList) {
        const target = input.connection?.targetBlock();
        const isFree = input.isVisible() && input.type === Blockly.inputs.inputTypes.VALUE && (!target || target.isShadow());
        if (isFree && !each.isShadow() && fits(input.connection, block.outputConnection)) return input.connection.connect(block.outputConnection);
      }
    }
  };

  const widen = (block) => {
    for (const { name } of block.several ?? []) {
      const last = block.getInput(`${name}${block.counts[name] - 1}`);
      if (last?.connection.targetBlock()) block.loadExtraState({ ...block.saveExtraState(), counts: { ...block.counts } });
    }
  };

  // How the piece reads now, what is wrong in it, and what has a name in it.
  const look = async (editor) => {
    const form = editor.element.closest("form");
    if (!form || form.inert) return;
    const [whose] = editor.element.dataset.piece.split(":");
    const body = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
    body.set("block", `menu ${whose} -`);
    const asked = (editor.asked = (editor.asked ?? 0) + 1);
    try {
      const answer = await fetch(form.action || location.pathname, { method: "POST", body });
      const page = new DOMParser().parseFromString(await answer.text(), "text/html");
      const fresh = [...page.querySelectorAll(PIECE)].find((each) => each.dataset.piece === editor.element.dataset.piece);
      if (!fresh || asked !== editor.asked || !editor.element.isConnected) return;
      const kept = page.querySelector("#kept-state"); // the draft is kept at each look
      if (kept) document.querySelector("#kept-state")?.replaceWith(kept);
      editor.element.querySelector("[data-reads]").replaceChildren(...fresh.querySelector("[data-reads]").childNodes);
      for (const example of document.querySelectorAll('[data-reads^="example"]')) {
        const now = page.querySelector(`[data-reads="${example.dataset.reads}"]`);
        if (now) example.replaceChildren(...now.childNodes);
      }
      editor.element.dataset.wrong = fresh.dataset.wrong;
      const data = dataOf(fresh);
      const here = JSON.stringify(data.toolbox[0]) !== JSON.stringify(editor.groups[0]);
      editor.lists = data.lists;
      editor.groups = data.toolbox;
      if (here) editor.workspace.updateToolbox({
        kind: "categoryToolbox",
        contents: [...data.toolbox.map(({ name, colour, blocks }) => ({
          kind: "category", name, colour, contents: blocks.map((block) => ({ kind: "block", ...block })),
        })), { kind: "category", name: "Found", custom: "FOUND", hidden: "true" }],
      });
      mark(editor);
    } catch {
      // The site does not answer: the next change asks again, and what is built is sent with the form.
    }
  };

  // Each flaw stands at the innermost block that holds its place.
  const mark = ({ workspace, element }) => {
    const blocks = new Map();
    const visit = (block, at) => {
      blocks.set(at, block);
      for (const input of block.inputList) {
        let inner = input.connection?.targetBlock();
        const name = input.name.match(/^(\[.*\])(\d*)$/);
        if (!inner || !name) continue;
        const path = JSON.parse(name[1]).map((key) => `/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");
        if (name[2]) visit(inner, `${at}${path}/${name[2]}`);
        else if (input.type === window.Blockly.inputs.inputTypes.STATEMENT) {
          for (let number = 0; inner; number += 1, inner = inner.getNextBlock()) visit(inner, `${at}${path}/${number}`);
        } else visit(inner, `${at}${path}`);
      }
    };
    const root = workspace.getTopBlocks(false).find((block) => block.type.startsWith("piece:"));
    if (!root) return;
    visit(root, "");
    const said = new Map();
    for (const [place, words] of JSON.parse(element.dataset.wrong || "[]")) {
      let at = place;
      while (at && !blocks.has(at)) at = at.slice(0, at.lastIndexOf("/"));
      const block = blocks.get(at) ?? root;
      said.set(block, [...(said.get(block) ?? []), words]);
    }
    for (const block of workspace.getAllBlocks(false)) block.setWarningText(said.get(block)?.join("\n") ?? null);
  };

  const refresh = async () => {
    for (const [element, { workspace }] of editors) {
      if (element.isConnected) continue;
      workspace?.dispose();
      editors.delete(element);
    }
    const fresh = [...document.querySelectorAll(PIECE)].filter((element) => !editors.has(element));
    if (!fresh.length) return;
    if (isByButtons()) {
      for (const element of fresh) {
        if (element.querySelector("[data-choose-editor]")) continue;
        element.querySelector("[data-by-buttons]").after(choice("Use blocks instead of buttons", "blocks", element));
      }
      return;
    }
    loading ??= load(fresh[0].dataset);
    try {
      await loading;
    } catch {
      return; // the buttons stay
    }
    for (const element of fresh) {
      if (!element.isConnected || editors.has(element)) continue;
      const details = element.closest("details:not([open])");
      if (details) details.addEventListener("toggle", () => !editors.has(element) && open(element), { once: true });
      else open(element);
    }
  };
  document.body.addEventListener("htmx:afterSwap", refresh);
  new MutationObserver(refresh).observe(document.querySelector("main") ?? document.body, { childList: true });
  refresh();
})();
