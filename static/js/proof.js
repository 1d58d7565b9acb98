// Checks the proof of a cycle as verify_draws.py does, in the same words: the chain of the journal (nomic-chain-1), the
// draws (nomic-draw-1), seeds and seals, and each rewrite of the past. Nothing leaves the browser.
"use strict";
const Proof = (() => {
  const SCHEME = "nomic-chain-1";
  const DRAW_SCHEME = "nomic-draw-1";
  const RANGE = 1n << 256n;
  const [OUTAGE, REROLL, CORRECTION] = ["tell-anew", "tell-rerolled", "tell-corrected"];
  const WHY = new Map([[OUTAGE, "for an outage"], [REROLL, "for a reroll"], [CORRECTION, "for a correction"]]);
  const OPENING = "open-correction";
  const EDITING = "edit-correction";
  const NEW_SEEDS = "new-seeds";
  const RESTORED = "for a backup that was restored";
  const NEXT = -1; // the phase of a seed that is announced as another phase begins
  const COUNTED = new Map([[OPENING, "opened"], [EDITING, "edited"], ["drop-correction", "dropped"]]);
  const MOST_NAMED = 100; // entries that are undone, named by the entry that tells the past again
  const OLD = " of a history that was replaced";
  const HEX_32_BYTES = /^[0-9a-f]{64}$/;
  const SECRET_SCHEME = "nomic-secret-1";
  const HEX_KEY = /^0[23][0-9a-f]{64}$/;
  const HEX_PROOF = /^0[23][0-9a-f]{160}$/;
  const HEX_ID = /^[0-9a-f]{32}$/;
  const SIDES = /^[0-9]{1,20}$/;
  const INSTANT = /^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(\.[0-9]{6})?Z$/;
  const BEGINNING = '"entries":[';
  const MOST_DEEP = 200; // nested lists and objects in the proof
  const BLANKS = " \t\r\n"; // what JSON allows between its parts

  const bytes = (hex) => Uint8Array.from(hex.match(/../g) || [], (pair) => parseInt(pair, 16));
  const hexOf = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const sha256 = async (data) => hexOf(await crypto.subtle.digest("SHA-256", data));
  const textDigest = (text) => sha256(new TextEncoder().encode(text));

  // JSON as it is digested: no blanks, keys sorted by code points, all beyond ASCII escaped.
  function written(data) {
    if (Array.isArray(data)) return `[${data.map(written).join(",")}]`;
    if (data !== null && typeof data === "object") {
      const keys = Object.keys(data).sort(byCodePoints);
      return `{${keys.map((key) => `${ascii(key)}:${written(data[key])}`).join(",")}}`;
    }
    return typeof data === "string" ? ascii(data) : String(JSON.stringify(data));
  }

  function byCodePoints(one, other) {
    const [left, right] = [[...one], [...other]];
    for (let at = 0; at < Math.min(left.length, right.length); at += 1) {
      const difference = left[at].codePointAt(0) - right[at].codePointAt(0);
      if (difference) return difference;
    }
    return left.length - right.length;
  }

  function ascii(text) {
    return JSON.stringify(text).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
  }

  const digest = (data) => textDigest(written(data));

  const hmac = async (seed, text) => {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    return hexOf(await crypto.subtle.sign("HMAC", key, new TextEncoder().encode(text)));
  };

  // The id of an entry that follows the digest `before`.
  const idAfter = async (before, whose, ...branch) => (await digest([SCHEME, before, ...whose, ...branch])).slice(0, 32);

  async function drawnValue(seed, entry, label, index, sides) {
    const key = await crypto.subtle.importKey("raw", bytes(seed), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const limit = RANGE - (RANGE % sides);
    for (let attempt = 0; ; attempt += 1) {
      const message = new TextEncoder().encode(`${entry}\n${label}\n${index}\n${attempt}`);
      const number = BigInt(`0x${hexOf(await crypto.subtle.sign("HMAC", key, message))}`);
      if (number < limit) return number % sides;
    }
  }

  const isObject = (value) => value !== null && typeof value === "object" && !Array.isArray(value);
  const isListOfObjects = (value) => Array.isArray(value) && value.every(isObject);
  const isWhole = (value) => Number.isSafeInteger(value) && value >= 0;
  const isHex = (value) => typeof value === "string" && HEX_32_BYTES.test(value);
  const isLine = (value) => typeof value === "string" && !/\n|\p{Surrogate}/u.test(value);
  const isNumber = (value) => isWhole(value) || (typeof value === "string" && SIDES.test(value));

  // Whether an instant is before another one. Both are in UTC, with or without microseconds.
  function isEarlier(at, than) {
    const [one, other] = [at, than].map((each) => each.slice(0, 19) + each.slice(20, -1).padEnd(6, "0"));
    return one < other;
  }

  function wrongWithEntry(entry) {
    if (!isObject(entry)) return "is not an object";
    for (const name of ["seq", "revision", "phase"]) if (!isWhole(entry[name])) return `${name} is not a whole number`;
    if (!isHex(entry.before)) return "before is not 64 hexadecimal digits";
    if (typeof entry.key !== "string" || !HEX_ID.test(entry.key)) return "key is not 32 hexadecimal digits";
    if (typeof entry.at !== "string" || !INSTANT.test(entry.at)) return "at is not an instant in UTC";
    for (const name of ["actor_kind", "actor", "action"]) if (typeof entry[name] !== "string") return `${name} is not a text`;
    if (!isObject(entry.args)) return "args is not an object";
    for (const name of ["sealed", "words"]) {
      if (!Array.isArray(entry[name]) || !entry[name].every((each) => typeof each === "string")) return `${name} is not a list of texts`;
    }
    for (const name of ["events", "draws"]) {
      if (!Array.isArray(entry[name]) || !entry[name].every(isObject)) return `${name} is not a list of objects`;
    }
    return "";
  }

  function wrongWithDraw(draw) {
    if (!isLine(draw.label)) return "label is not a text of one line";
    if (!isWhole(draw.index)) return "index is not a whole number";
    if (!isNumber(draw.value)) return "value is not a whole number";
    if (!isNumber(draw.sides) || BigInt(draw.sides) < 1n || BigInt(draw.sides) > 1n << 64n) return "sides is not between 1 and 2^64";
    return BigInt(draw.value) < BigInt(draw.sides) ? "" : "value is not below sides";
  }

  // The commitment of the seed that an event reveals, if it has that SHA-256.
  async function revealedBy({ seed, commitment }) {
    return isHex(seed) && (await sha256(bytes(seed))) === commitment ? commitment : "";
  }

  // The public key of secret draws that an entry announces, or null.
  function keyAnnounced(entry) {
    const event = entry.events.find(({ kind }) => kind === "draw-key");
    return event && typeof event.key === "string" ? event.key : null;
  }

  const isRestoring = (entry) => entry.action === NEW_SEEDS && entry.actor_kind === "system";

  // Whether an entry can give a phase another seed than it had.
  const givesNewSeeds = (entry) => WHY.has(entry.action) || isRestoring(entry);

  // The commitments of seeds that an entry announces, each with its phase.
  function announcedBy(entry) {
    const found = [];
    const isOf = (action) => entry.actor_kind === "system" && entry.action === action;
    for (const { kind, phase, commitment, commitments } of entry.events) {
      if (isOf("begin-cycle") && kind === "cycle-began") {
        (Array.isArray(commitments) ? commitments : []).forEach((each, place) => found.push([place, each]));
      } else if (isOf("begin-phase") && kind === "phase-began") found.push([NEXT, commitment]);
      else if (givesNewSeeds(entry) && kind === "phase-reseeded" && isWhole(phase)) found.push([phase, commitment]);
    }
    return found.map(([phase, each]) => [phase, isHex(each) ? each : ""]);
  }

  // The commitment of the seed of a correction that an entry opens, or to which it gives a new one.
  function promisedBy(entry) {
    let promise;
    if (entry.action === OPENING) promise = entry.args.commitment;
    else if (isRestoring(entry)) {
      const reseeded = entry.events.filter((event) => event.kind === "fork-reseeded");
      if (reseeded.length === 1 && reseeded[0].commitment === entry.args.fork) promise = entry.args.fork;
    }
    return isHex(promise) ? promise : "";
  }

  // The places of draws by the seed of a later rewrite, with that seed's commitment; place -1 for a malformed event.
  function moreDice(entry) {
    const found = new Map();
    for (const { kind, draws, commitment } of entry.events) {
      if (kind !== "more-dice") continue;
      const isRight = Array.isArray(draws) && draws.every(isWhole) && isHex(commitment);
      for (const place of isRight ? draws : [-1]) {
        found.set(found.has(place) || place >= entry.draws.length ? -1 : place, commitment);
      }
    }
    return found;
  }

  // The commitment of the seed by which the draw at a place of an entry is made; null for that of its phase.
  const seedOfDraw = (link, place) => (link.more.has(place) ? link.more.get(place) : link.own);

  // The draws of an entry, each with the commitment of its seed, as texts to compare.
  function drawsBySeeds(link, ofPhase) {
    return link.draws.map(({ label = null, index = null, sides = null }, place) => {
      const by = seedOfDraw(link, place);
      return written([label, index, sides, by === null ? ofPhase : by]);
    });
  }

  // The commitments of an entry's sealed arguments by name; an empty text for a malformed one.
  function sealsOf({ sealed, args }) {
    return new Map(sealed.map((name) => [name, isObject(args[name]) && isHex(args[name].commitment) ? args[name].commitment : ""]));
  }

  // Whether an act has the arguments that it had. An outage may say when it began, in place of its length.
  const saysTheSame = (link, was) => link.whose[2] === "record-outage" || written(link.args) === written(was.args);

  // What is remembered of an entry that can be read, to find out which rewrite added it.
  async function linkOf(entry, where, compares) {
    const { seq, before, key, args, events } = entry;
    const whose = [entry.actor_kind, entry.actor, entry.action];
    const ofKind = (kind) => events.filter((event) => event.kind === kind);
    const isSystem = whose[0] === "system";
    const [own] = ofKind("own-dice");
    const [revealed] = ofKind("fork-seed");
    return {
      seq,
      key,
      before,
      digest: await digest(entry),
      whose,
      at: entry.at,
      phase: entry.phase,
      revision: entry.revision,
      laws: ofKind("law-changed").map(({ revision = null }) => revision),
      begins: isSystem && whose[2] === "begin-phase" ? ofKind("phase-began").length : 0,
      ends: isSystem && whose[2] === "end-cycle" && ofKind("cycle-ended").length > 0,
      isPlain: key === (await idAfter(before, whose)),
      drew: entry.draws.length > 0,
      own: own ? (isHex(own.commitment) ? own.commitment : "") : null,
      more: moreDice(entry),
      promise: promisedBy(entry),
      number: whose[2] === OPENING && isWhole(args.rewrite) ? args.rewrite : null,
      announces: announcedBy(entry),
      reveals: WHY.has(whose[2]) && revealed ? await revealedBy(revealed) : "",
      rewriteArgs: WHY.has(whose[2]) ? args : null,
      restored: isRestoring(entry) ? args : null,
      isAct: !isSystem || isRestoring(entry),
      said: compares ? await digest({ ...entry, seq: 0, before: "" }) : "",
      words: where ? entry.words : [],
      draws: compares ? entry.draws : [],
      args: compares ? args : {},
      seals: sealsOf(entry),
      unseals: ofKind("unsealed"),
      secret: ofKind("secret-draws").map(({ commitment = null }) => commitment),
      opens: ofKind("draws-opened"),
      where,
      name: `entry ${seq}${where}`,
    };
  }

  // A journal as it was at some time, entry by entry: the newest one first, then each that it replaced.
  class Version {
    constructor() {
      // `states` has before each entry the phase, whether the cycle had ended, and the revision of the law.
      // `rewrites` has the places of the entries that record rewrites.
      // `decisions` has the places of the entries after which an open correction is built.
      Object.assign(this, { links: [], states: [[0, false, 0]], rewrites: [], decisions: [], keys: new Map() });
      // Of the seeds of corrections and of phases, with the places of the entries that announce them.
      Object.assign(this, { promises: [], seeds: new Map(), announced: [] });
      this.opened = []; // the ids of entries whose secret draws are opened, with the places of the entries that open them
      this.sealing = new Map(); // the entries with sealed arguments or secret draws, by id
    }

    // Go on with an entry; whether no other here has its id.
    add(link) {
      if (link.rewriteArgs !== null) this.rewrites.push(this.links.length);
      if (link.rewriteArgs !== null || [OPENING, EDITING, NEW_SEEDS].includes(link.whose[2])) {
        this.decisions.push(this.links.length);
      }
      let [phase, hasEnded, revision] = this.states[this.states.length - 1];
      const place = this.links.length;
      this.links.push(link);
      this.states.push([phase + link.begins, hasEnded || link.ends, revision + link.laws.length]);
      if (link.promise) this.promises.push([place, link.promise]);
      for (const { entry: key } of link.opens) if (typeof key === "string") this.opened.push([place, key]);
      if (link.seals.size || link.secret.length) this.sealing.set(link.key, [...(this.sealing.get(link.key) || []), link]);
      for (const [given, commitment] of link.announces) {
        if (given === NEXT) phase += 1;
        this.announce(place, given === NEXT ? phase + 1 : given, commitment);
      }
      return this.isFirst(link.key);
    }

    // Go on with a seed that the entry at this place announces for a phase.
    announce(place, phase, commitment) {
      if (!this.seeds.has(phase)) this.seeds.set(phase, []);
      this.seeds.get(phase).push([place, commitment]);
      this.announced.push([place, phase]);
    }

    // The commitment of the seed by which the entry at this place draws in a phase; empty if there is none.
    // It is that which an earlier entry announced; the first of all draws by what it announces itself.
    seedAt(phase, place) {
      const found = (this.seeds.get(phase) || []).filter(([announced]) => announced < Math.max(place, 1));
      return found.length ? found[found.length - 1][1] : "";
    }

    // The phase whose seed is secret after the entry at this place, and the commitment of that seed.
    secretSeed(place) {
      const [phase, hasEnded] = this.states[place + 1];
      const of = phase + (hasEnded ? 1 : 0);
      return [of, this.seedAt(of, place + 1)];
    }

    // The commitments of those that are public after the entry at this place, or were replaced because they might be.
    publicSeeds(place = this.links.length - 1) {
      const [running, hasEnded] = this.states[place + 1];
      const found = [];
      for (const [phase, announced] of this.seeds) {
        const byThen = announced.filter(([announcing]) => announcing <= place);
        const isOver = phase < running + (hasEnded ? 1 : 0);
        found.push(...(isOver ? byThen : byThen.slice(0, -1)).map(([, commitment]) => commitment));
      }
      return found;
    }

    // The entry with this id that has sealed arguments or secret draws, if there is one.
    sealedBy(key) {
      return (this.sealing.get(key) || []).slice(-1)[0];
    }

    isFirst(key) {
      this.keys.set(key, (this.keys.get(key) || 0) + 1);
      return this.keys.get(key) === 1;
    }

    // Go back to the first so many entries.
    cut(length) {
      while (this.links.length > length) {
        const link = this.links.pop();
        this.states.pop();
        this.keys.set(link.key, this.keys.get(link.key) - 1);
        if (link.seals.size || link.secret.length) this.sealing.get(link.key).pop();
        if (link.rewriteArgs !== null) this.rewrites.pop();
      }
      while (this.decisions.length && this.decisions[this.decisions.length - 1] >= length) this.decisions.pop();
      const isGone = (list) => list.length && list[list.length - 1][0] >= length;
      while (isGone(this.promises)) this.promises.pop();
      while (isGone(this.opened)) this.opened.pop();
      while (isGone(this.announced)) this.seeds.get(this.announced.pop()[1]).pop();
    }

    // Phase, whether the cycle had ended, and the revision of the law, before the newest entry.
    get before() {
      return this.states[this.states.length - 2];
    }
  }

  const headName = (seq, noted) => `${seq}:${noted}`;
  const acts = (links) => links.filter((link) => link.isAct);
  const isSame = (one, other) => one.every((each, place) => each === other[place]);

  // One reading of a proof, entry by entry.
  class Check {
    constructor(heads = [], commitments = []) {
      Object.assign(this, { failures: [], entries: 0, head: "", kept: 0, seedCount: 0, drawCount: 0, notYet: 0 });
      Object.assign(this, { sealCount: 0, closed: 0, notedHeads: heads, notedCommitments: commitments });
      Object.assign(this, { rewrites: [], replaced: [], opened: 0, edited: 0, dropped: 0, waiting: 0, start: "" });
      Object.assign(this, { claimed: {}, commitments: new Map(), seeds: new Map(), announced: new Map(), over: [] });
      Object.assign(this, { seq: 0, phase: 0, revision: 0, at: "", before: "", sealed: new Map(), openedSeals: new Set() });
      Object.assign(this, { drawKey: "", keysBefore: [], secret: new Map(), openedSecrets: new Set(), secretCount: 0, hidden: 0 });
      Object.assign(this, { version: new Version(), histories: new Map(), isToldAgain: false, openings: new Map() });
      Object.assign(this, { seedOf: new Map(), reseeded: [], unpromised: [], publicSince: new Map(), spared: [], anew: [] });
      Object.assign(this, { hiddenAnew: [], openedBefore: new Map(), proved: new Set(), phaseOf: new Map() });
      Object.assign(this, { forks: new Map(), revealed: new Set(), promised: [], seen: new Set(), lost: new Map() });
      this.noted = new Set(heads.map(([seq, noted]) => headName(seq, noted)));
    }

    fail(sentence) {
      this.failures.push(sentence);
    }

    async heading(heading) {
      if (!isObject(heading)) return this.fail("this is not the proof of a cycle"), false;
      for (const [name, known] of [["scheme", SCHEME], ["draw_scheme", DRAW_SCHEME]]) {
        if (heading[name] !== known) return this.fail(`the ${name} is not "${known}", and no other is known here`), false;
      }
      const { first, head, phases } = heading;
      if (!isObject(first)) return this.fail("the first link of the chain is missing"), false;
      if (!isObject(head) || !isWhole(head.seq) || !isHex(head.digest)) return this.fail("the head of the chain is missing"), false;
      if (!Array.isArray(phases)) return this.fail("the list of phases is missing"), false;
      this.claimed = head;
      this.before = this.start = await digest(first);
      this.note();
      for (const row of phases) await this.seed(row);
      for (const [name, take] of [["forks", (row) => this.fork(row)], ["replaced", (row) => this.history(row)]]) {
        const rows = name in heading ? heading[name] : [];
        if (!Array.isArray(rows)) this.fail(`${name} is not a list`);
        else for (const row of rows) await take(row);
      }
      return true;
    }

    // The seed of a correction of the past that was adopted.
    async fork(row) {
      if (!isObject(row) || !isHex(row.commitment) || !isHex(row.seed)) return this.fail("the seed of a correction is not 64 hexadecimal digits");
      if ((await sha256(bytes(row.seed))) !== row.commitment) this.fail("the seed of a correction does not have the SHA-256 that was promised");
      if (this.forks.has(row.commitment)) this.fail("the seed of a correction is there twice");
      this.forks.set(row.commitment, row.seed);
      this.seedCount += 1;
    }

    // One seed of the heading: of which phase, what was committed to, and the seed where it is public.
    async seed(row) {
      if (!isObject(row) || !isWhole(row.phase)) return this.fail("an entry in the list of phases is not a phase");
      const { phase, commitment, seed } = row;
      if (!this.seeds.has(phase)) this.seeds.set(phase, []), this.commitments.set(phase, []);
      const seeds = this.seeds.get(phase);
      if (this.commitments.get(phase).includes(commitment)) return this.fail(`phase ${phase} is there twice`);
      this.commitments.get(phase).push(commitment);
      seeds.push(null);
      if (!isHex(commitment)) return this.fail(`phase ${phase}: the commitment is not 64 hexadecimal digits`);
      if (seed === null || seed === undefined) return;
      if (!isHex(seed)) return this.fail(`phase ${phase}: the seed is not 64 hexadecimal digits`);
      seeds[seeds.length - 1] = seed;
      this.seedOf.set(commitment, seed);
      this.seedCount += 1;
      if ((await sha256(bytes(seed))) !== commitment) this.fail(`phase ${phase}: the seed does not have the published SHA-256`);
    }

    // The seed by which this phase draws now: the one that was announced last, where it is public.
    seedNow(phase) {
      const count = (this.announced.get(phase) || []).length;
      return (this.seeds.get(phase) || [])[Math.max(count, 1) - 1] || null;
    }

    // A history that was replaced, from the first rewritten entry to its head.
    async history(entries) {
      if (!Array.isArray(entries) || !entries.length || entries.some((entry) => wrongWithEntry(entry))) {
        return this.fail("a history that was replaced cannot be read");
      }
      const links = [];
      for (const entry of entries) {
        const link = await linkOf(entry, OLD, true);
        const last = links[links.length - 1];
        if (last && (link.before !== last.digest || link.seq !== last.seq + 1)) {
          this.fail(`${link.name} does not follow the one before it`);
        }
        links.push(link);
      }
      const head = links[links.length - 1].digest;
      if (this.histories.has(head)) this.fail("a history that was replaced is there twice");
      if (links[0].seq === 1) this.keysBefore.push(keyAnnounced(entries[0]));
      this.histories.set(head, links);
      this.isToldAgain = true;
    }

    // Remember that the head as it stands now was noted.
    note() {
      const name = headName(this.seq, this.before);
      if (this.noted.has(name)) this.seen.add(name);
    }

    async entry(entry) {
      this.entries += 1;
      const wrong = wrongWithEntry(entry);
      if (wrong) {
        this.fail(`the entry after ${this.seq}: ${wrong}`);
        return this.follow(this.seq + 1, await digest(entry));
      }
      const { seq, before, phase } = entry;
      if (seq !== this.seq + 1) this.fail(`entry ${seq} comes after entry ${this.seq}`);
      if (before !== this.before) this.fail(`entry ${seq}: the entry before it is not the one that was there when it was written`);
      const link = await linkOf(entry, "", this.isToldAgain);
      if (isEarlier(link.at, this.at)) this.fail(`${link.name}: it is earlier than the entry before it`);
      this.at = link.at;
      this.remember(link);
      if (phase !== this.phase) this.fail(`entry ${seq}: it stands in phase ${phase}, and phase ${this.phase} was running`);
      this.underLaw(link, this.revision);
      this.revision += link.laws.length;
      if (link.own === null && link.drew && !this.seeds.has(phase)) {
        this.fail(`${link.name}: the seed of phase ${phase} is not even committed to`);
      } else if (link.own === null && link.drew && !this.announced.has(phase) && seq > 1) {
        this.fail(`${link.name}: it drew before the seed of phase ${phase} was committed to`);
      }
      await this.draws(entry.draws, link, this.seedNow(phase));
      await this.seals(link);
      await this.secretDraws(entry, link);
      if (entry.actor_kind === "system" || link.rewriteArgs !== null) this.turn(entry);
      return this.follow(seq, link.digest);
    }

    // Check the revision of the law that an entry names, and the numbers of those that it brings.
    underLaw({ name, revision, laws }, inForce) {
      if (revision !== inForce) this.fail(`${name}: it stands under revision ${revision} of the law, and revision ${inForce} was in force`);
      laws.forEach((brought, place) => {
        const number = inForce + place + 1;
        if (brought !== number) this.fail(`${name}: the revision of the law after ${number - 1} is ${number}`);
      });
    }

    follow(seq, newest) {
      this.seq = seq;
      this.before = newest;
      this.note();
    }

    // Go on with an entry of the journal. If the past was never rewritten, it is judged at once.
    remember(link) {
      let isFirst;
      if (this.isToldAgain) {
        isFirst = this.version.add(link);
        this.open(link);
      } else {
        isFirst = this.version.isFirst(link.key);
        this.plain(link);
        if (link.rewriteArgs !== null) this.fail(`${link.name}: the history that it replaces is left out`);
      }
      if (!isFirst) this.fail(`${link.name}: its id is that of another entry`);
      if (link.reveals) {
        if (this.revealed.has(link.reveals)) this.fail(`${link.name}: it reveals the seed of a correction again`);
        this.revealed.add(link.reveals);
      }
      const name = COUNTED.get(link.whose[2]);
      if (name) this[name] += 1;
    }

    // Remember what opened a correction, and in which phase, in the oldest journal that says so.
    open({ promise, number, key, name, restored }) {
      if (!promise) return;
      const { version } = this;
      if (restored !== null && version.promises.length < 2) this.fail(`${name}: it gives a new seed to a correction that nobody opened`);
      const [phase, of] = version.secretSeed(version.links.length - 1);
      const opening = number === null ? key : 1 + version.rewrites.length;
      this.openings.set(key, { name, promise, opening, phase, of });
    }

    // Compute the draws of an entry that was replaced, by the seed that its phase had there.
    async drawsOfOld(link) {
      const commitment = this.version.seedAt(link.phase, this.version.links.length - 1);
      if (link.own === null && link.drew && !commitment) {
        this.fail(`${link.name}: the seed of phase ${link.phase} is not even committed to`);
      }
      await this.draws(link.draws, link, this.seedOf.get(commitment));
    }

    // Compute every draw again whose seed is public.
    async draws(draws, link, ofPhase) {
      const { own, more, where, key, name: called } = link;
      if ([...(own === null ? [] : [own]), ...more.values()].some((each) => !this.forks.has(each))) {
        this.fail(`${called}: the seed of the correction that it came with is withheld`);
      }
      if (more.has(-1)) this.fail(`${called}: it names draws by another seed that it does not have`);
      const numbers = new Map();
      for (const [place, draw] of draws.entries()) {
        const wrong = wrongWithDraw(draw);
        if (wrong) {
          this.fail(`${called}, draw ${place}: ${wrong}`);
          continue;
        }
        const { label, index } = draw;
        const name = `${called}, ${JSON.stringify(label)} ${index}`;
        const due = numbers.get(label) || 0;
        numbers.set(label, due + 1);
        if (index !== due) this.fail(`${name}: it is draw ${due} of its label`);
        const by = seedOfDraw(link, place);
        const seed = by === null ? ofPhase : this.forks.get(by);
        if (!seed) {
          if (!where) this.notYet += 1;
          continue;
        }
        if (!where) this.drawCount += 1;
        const [sides, recorded] = [BigInt(draw.sides), BigInt(draw.value)];
        const value = await drawnValue(seed, key, label, index, sides);
        if (value !== recorded) this.fail(`${name}: recorded ${recorded} of ${sides}, the seed gives ${value}`);
      }
    }

    // The key of secret draws, the commitments to them, and those that are opened.
    async secretDraws(entry, link) {
      for (const { kind, key, commitment } of entry.events) {
        if (kind === "draw-key") {
          if (entry.seq === 1 && !this.drawKey && typeof key === "string" && HEX_KEY.test(key)) this.drawKey = key;
          else this.fail(`${link.name}: it announces a key of secret draws, as only the first entry can`);
        } else if (kind === "secret-draws") {
          if (!isHex(commitment) || this.secret.has(link.key) || !this.drawKey) {
            this.fail(`${link.name}: the commitment to its secret draws is not one`);
            continue;
          }
          this.secret.set(link.key, { name: link.name, commitment });
          this.hidden += 1;
        }
      }
      if (entry.seq === 1 && this.keysBefore.some((key) => key !== keyAnnounced(entry))) {
        this.fail(`${link.name}: the key of secret draws is not the one that was announced before`);
      }
      for (const event of entry.events) if (event.kind === "draws-opened") await this.openDraws(event, link);
    }

    // Check secret draws that an entry opens: their seed, their commitment, and each value.
    async openDraws(event, link) {
      const key = event.entry;
      const there = typeof key === "string" ? this.secret.get(key) : undefined;
      if (!there || !isListOfObjects(event.draws)) {
        return this.fail(`${link.name}: it opens secret draws that no entry has`);
      }
      if (this.openedSecrets.has(key)) return this.fail(`${link.name}: it opens the secret draws of ${there.name} again`);
      this.openedSecrets.add(key);
      this.hidden -= 1;
      if (await this.prove(event, { ...there, key })) this.secretCount += 1;
    }

    // Check an opening of secret draws, once. Whether the cycle's key gives their seed.
    async prove({ proof, draws }, { name, key, commitment }) {
      const opening = written([key, commitment, proof === undefined ? null : proof, draws]);
      if (this.proved.has(opening)) return true;
      this.proved.add(opening);
      const isProof = typeof proof === "string" && HEX_PROOF.test(proof);
      const text = new TextEncoder().encode(`${SECRET_SCHEME}\n${key}`);
      const found = isProof ? await Vrf.provedOutput(bytes(this.drawKey), text, bytes(proof)) : null;
      if (!found) return this.fail(`${name}: the seed of its secret draws is not the one that the cycle's key gives`), false;
      const seed = hexOf(found);
      if ((await digest([await hmac(seed, "salt"), draws])) !== commitment) {
        this.fail(`${name}: the secret draws that were opened do not have the commitment that was shown`);
      }
      await this.recompute(draws, name, `${key} unseen`, seed);
      return true;
    }

    // Compute secret draws again that were opened.
    async recompute(draws, whose, message, seed) {
      const numbers = new Map();
      for (const [place, draw] of draws.entries()) {
        const wrong = wrongWithDraw(draw);
        if (wrong) {
          this.fail(`${whose}, secret draw ${place}: ${wrong}`);
          continue;
        }
        const { label, index } = draw;
        const due = numbers.get(label) || 0;
        numbers.set(label, due + 1);
        if (index !== due) this.fail(`${whose}, secret draw ${place}: it is draw ${due} of its label`);
        const [sides, recorded] = [BigInt(draw.sides), BigInt(draw.value)];
        const value = await drawnValue(seed, message, label, index, sides);
        if (value !== recorded) this.fail(`${whose}, secret draw ${place}: recorded ${recorded} of ${sides}, the seed gives ${value}`);
      }
    }

    async seals({ seq, key, seals, unseals }) {
      for (const [name, commitment] of seals) {
        if (!commitment) this.fail(`entry ${seq}, ${JSON.stringify(name)}: it is sealed without a commitment`);
      }
      const commitments = new Map([...seals].filter(([, commitment]) => commitment));
      if (commitments.size) {
        this.closed += commitments.size;
        this.sealed.set(key, { of: seq, commitments });
      }
      for (const event of unseals) await this.opening(seq, event);
    }

    async opening(seq, event) {
      const there = this.sealed.get(event.entry);
      if (!there || !isObject(event.args)) return this.fail(`entry ${seq}: it opens what nobody sealed`);
      const { of, commitments } = there;
      if (this.openedSeals.has(event.entry)) return this.fail(`entry ${seq}: it opens entry ${of} again`);
      this.openedSeals.add(event.entry);
      const checked = await this.unseal(`entry ${of}`, `entry ${seq}`, commitments, event.args);
      this.closed -= checked;
      this.sealCount += checked;
    }

    // Check what an entry opens, and count it. A salt has a fixed length, so that no part of it can be taken for the
    // beginning of the value.
    async unseal(of, by, commitments, opened) {
      let checked = 0;
      for (const name of [...commitments.keys()].sort(byCodePoints)) {
        const what = opened[name];
        const called = `${of}, ${JSON.stringify(name)}`;
        if (!isObject(what) || typeof what.salt !== "string" || !HEX_ID.test(what.salt)) {
          this.fail(`${called}: ${by} does not open it with the rest`);
          continue;
        }
        checked += 1;
        const value = what.value === undefined ? null : what.value;
        if ((await textDigest(what.salt + written(value))) !== commitments.get(name)) {
          this.fail(`${called}: what was opened does not have the commitment that was shown`);
        }
      }
      return checked;
    }

    // Check sealed arguments and secret draws that a replaced entry opens.
    async openedOfOld(link) {
      for (const { entry: key, args } of link.unseals) {
        const sealing = this.version.sealedBy(key);
        if (!sealing || !sealing.seals.size || !isObject(args)) this.fail(`${link.name}: it opens what nobody sealed`);
        else await this.unseal(sealing.name, link.name, sealing.seals, args);
      }
      for (const event of link.opens) {
        const sealing = this.version.sealedBy(event.entry);
        if (!sealing || !sealing.secret.length || !isListOfObjects(event.draws)) {
          this.fail(`${link.name}: it opens secret draws that no entry has`);
        } else await this.prove(event, { name: sealing.name, key: sealing.key, commitment: sealing.secret[0] });
      }
    }

    turn(entry) {
      const { seq, action, events } = entry;
      for (const event of events) {
        if (action === "begin-cycle" && event.kind === "cycle-began") {
          const commitments = Array.isArray(event.commitments) ? event.commitments : [];
          commitments.forEach((commitment, phase) => this.announce(seq, phase, commitment));
        } else if (event.kind === "phase-reseeded" && givesNewSeeds(entry)) {
          this.announceAgain(entry, event.phase, event.commitment);
        } else if (action === "end-cycle" && event.kind === "cycle-ended") {
          this.over.push(this.phase);
        } else if (action === "begin-phase" && event.kind === "phase-began") {
          const old = this.phase;
          this.phase += 1;
          this.over.push(old);
          this.announce(seq, this.phase + 1, event.commitment);
          if (event.phase !== this.phase) this.fail(`entry ${seq}: the phase after ${old} is ${this.phase}`);
          const seed = this.seedNow(old);
          if (seed && seed !== event.revealed) this.fail(`phase ${old}: the seed is not the one that entry ${seq} revealed`);
        }
      }
    }

    announce(seq, phase, commitment) {
      if (this.announced.has(phase)) this.fail(`phase ${phase}: entry ${seq} announces another commitment`);
      else {
        this.announced.set(phase, [commitment]);
        this.belongs(phase, commitment);
      }
    }

    // Check that a seed which is announced for a phase is that of no other phase, which could be public.
    belongs(phase, commitment) {
      if (!isHex(commitment)) return;
      if (!this.phaseOf.has(commitment)) this.phaseOf.set(commitment, phase);
      const other = this.phaseOf.get(commitment);
      if (other !== phase) this.fail(`phase ${phase}: its seed is that of phase ${other}`);
    }

    // A phase goes on with a new seed: one that is on or the next, and a seed that it never had.
    announceAgain({ seq, args, action }, phase, commitment) {
      const isGiven = (each) => written(each) === written({ phase, commitment });
      if (!Array.isArray(args.seeds) || !args.seeds.some(isGiven)) {
        this.fail(`entry ${seq}: it announces a new seed that is not among its arguments`);
      }
      if (!isWhole(phase) || !this.announced.has(phase) || phase < this.phase) {
        this.fail(`entry ${seq}: it gives a new seed to something that is not a running phase`);
      } else if (this.announced.get(phase).includes(commitment)) {
        this.fail(`phase ${phase}: entry ${seq} announces a seed again that the phase had before`);
      } else {
        this.announced.get(phase).push(commitment);
        this.belongs(phase, commitment);
        this.reseeded.push(`Entry ${seq} gave phase ${phase} a new seed, ${WHY.get(action) || RESTORED}.`);
      }
    }

    async end() {
      const { seq, digest: last } = this.claimed;
      if (seq !== this.seq || last !== this.before) {
        this.fail(`the head is said to be entry ${seq}, and the journal does not end with that`);
      }
      this.head = `${this.seq}:${this.before}`;
      await this.checkRewrites();
      await this.endPromises();
      this.endSpared();
      this.endNewDraws();
      this.endHeads();
      this.endPhases();
    }

    // Go back from the journal to each that it replaced, and judge the entries that are new in each.
    async checkRewrites() {
      const { version } = this;
      const seqs = version.rewrites.map((place) => version.links[place].seq);
      let isWhole = true;
      while (version.rewrites.length && isWhole) {
        const place = version.rewrites[version.rewrites.length - 1];
        for (let each = place; each < version.links.length; each += 1) this.plain(version.links[each]);
        const rewrite = this.rewriteAt(place, seqs[version.rewrites.length - 1]);
        isWhole = rewrite !== null;
        if (!isWhole) break;
        await this.judge(rewrite);
        this.rewrites.push(this.inWords(rewrite));
        await this.goBack(rewrite);
      }
      if (isWhole) {
        for (const link of version.links) this.plain(link);
        for (const links of this.histories.values()) this.fail(`${links[links.length - 1].name}: no entry says that it was replaced`);
      }
      this.rewrites.reverse();
      for (const commitment of this.forks.keys()) {
        if (this.phaseOf.has(commitment)) this.fail(`phase ${this.phaseOf.get(commitment)}: its seed is that of a rewrite`);
        if (!this.revealed.has(commitment)) this.fail("the seed of a correction is not one that the journal revealed");
      }
    }

    // An entry that came when it was done, and not because the past was rewritten.
    plain({ name, isPlain, own, more }) {
      if (!isPlain) this.fail(`${name}: its id does not follow from the chain`);
      if (own !== null || more.size) this.fail(`${name}: it draws by the seed of a correction, and came with none`);
    }

    // The rewrite of which the entry at this place says, if what it replaced is there and fits.
    rewriteAt(place, seq) {
      const { links, rewrites } = this.version;
      const link = links[place];
      const { head, first, replaced: newest } = link.rewriteArgs;
      const history = this.histories.get(head);
      if (!history) return this.fail(`${link.name}: the history that it replaces is left out`), null;
      this.histories.delete(head);
      const begins = history[0].seq;
      if (!isWhole(first) || !isWhole(newest) || first < 1 || first > place + 1) {
        return this.fail(`${link.name}: it does not say from which entry on the past is rewritten`), null;
      }
      const isLong = history[history.length - 1].seq === newest && history.length === newest - begins + 1;
      if (begins !== Math.min(first, newest) || begins < 1 || !isLong) {
        return this.fail(`${link.name}: the history that it replaces is not the one from entry ${first} to entry ${newest}`), null;
      }
      const before = begins > 1 ? links[begins - 2].digest : this.start;
      const isAllThere = first === begins || (first === newest + 1 && links[begins - 1].digest === head);
      if (history[0].before !== before || !isAllThere) {
        return this.fail(`${link.name}: the history that it replaces does not begin in this journal`), null;
      }
      const brought = links.slice(first - 1, place);
      const replaced = history.slice(first - begins);
      const keys = new Set(brought.map((each) => each.key));
      const undone = replaced.filter((each) => !keys.has(each.key));
      const kind = link.whose[2];
      return { number: rewrites.length, link, seq, first, history, replaced, brought, undone, kind, fresh: [], spared: [], drawn: [], hidden: [], kept: 0, moved: 0, changed: 0, latest: 0, hasOwnDice: false };
    }

    inWords({ seq, first, kind, link, kept, undone, fresh, moved, changed }) {
      const by = link.whose[1] ? ` by ${link.whose[1]}` : "";
      return (
        `Entry ${seq} rewrote the past from entry ${first} on, ${WHY.get(kind)}${by}. ` +
        `Entries that kept their ids: ${kept}; moved: ${moved}; changed: ${changed}; ` +
        `undone: ${undone.length}; new: ${fresh.length}.`
      );
    }

    // Check the entries that a rewrite brought, and what it says of those that it replaced.
    async judge(rewrite) {
      const { link: recorder, kind, undone, fresh, replaced, brought } = rewrite;
      const before = new Map(replaced.map((link) => [link.key, link]));
      for (const link of brought) {
        const was = before.get(link.key);
        if (was) this.keeps(rewrite, link, was);
        else await this.isNew(rewrite, link);
      }
      this.kept += rewrite.kept;
      const named = undone.slice(0, MOST_NAMED).map(({ seq, whose, words }) => ({ seq, action: whose[2], words }));
      if (recorder.rewriteArgs.undone_count !== undone.length || written(recorder.rewriteArgs.undone) !== written(named)) {
        this.fail(`${recorder.name}: what is undone is not what it says`);
      }
      const [done, gone] = [acts(fresh), acts(undone)];
      if (kind === OUTAGE && (done.length !== 1 || gone.length !== 0)) {
        this.fail(`${recorder.name}: an outage alone is new, and no act is undone`);
      }
      const isOne = done.length === 1 && gone.length === 1 && isSame(done[0].whose, gone[0].whose);
      if (kind === REROLL && !(isOne && done[0].key === recorder.rewriteArgs.act)) {
        this.fail(`${recorder.name}: one act alone is rolled again, and no other is new or undone`);
      } else if (kind === REROLL && (done[0].at !== gone[0].at || !saysTheSame(done[0], gone[0]))) {
        this.fail(`${done[0].name}: it was rolled again with other arguments, or at another instant`);
      }
      if (kind === CORRECTION) return;
      const keysOf = (links) => acts(links).filter(({ whose }) => whose[2] !== "record-outage").map(({ key }) => key);
      const [beforeIt, afterIt] = [keysOf(replaced), keysOf(brought)];
      const [were, are] = [new Set(beforeIt), new Set(afterIt)];
      if (written(beforeIt.filter((key) => are.has(key))) !== written(afterIt.filter((key) => were.has(key)))) {
        this.fail(`${recorder.name}: acts that it kept are in another order`);
      }
    }

    // An entry that stood in no journal before: its id follows from the chain and the number of the rewrite.
    async isNew(rewrite, link) {
      rewrite.fresh.push(link);
      if (link.key !== (await idAfter(link.before, link.whose, String(rewrite.number)))) {
        this.fail(`${link.name}: its id does not follow from the chain`);
      }
      if (link.restored !== null) this.fail(`${link.name}: rewriting the past cannot restore a backup`);
      if (link.own === null && link.drew && rewrite.kind === CORRECTION) {
        this.fail(`${link.name}: it is new with a correction, and does not draw by its seed`);
      } else if (link.own !== null && link.own !== rewrite.link.reveals) {
        this.fail(`${link.name}: it draws by the seed of a correction with which it did not come`);
      } else if (link.own !== null && rewrite.kind !== CORRECTION) this.spare(rewrite, link, null);
      if (link.drew) rewrite.drawn.push([link, null, this.version.seedAt(link.phase, link.seq - 1)]);
      if (link.more.size) this.fail(`${link.name}: it is new, and names draws that it had before`);
      if (link.own !== null) rewrite.hasOwnDice = true;
    }

    // An entry that keeps the id which it had in what was replaced.
    keeps(rewrite, link, was) {
      const { kind } = rewrite;
      rewrite.kept += 1;
      if (!isSame(link.whose, was.whose)) this.fail(`${link.name}: its id is that of another act`);
      this.place(rewrite, link, was);
      if (kind !== CORRECTION && link.isAct && !saysTheSame(link, was)) this.fail(`${link.name}: it keeps its id with other arguments`);
      if (link.rewriteArgs !== null && written(link.rewriteArgs) !== written(was.rewriteArgs)) {
        this.fail(`${link.name}: it says something else about how the past was rewritten`);
      }
      if (link.restored !== null && written(link.restored) !== written(was.restored)) {
        this.fail(`${link.name}: it says something else about how a backup was restored`);
      }
      if (link.own !== null && link.own !== was.own) {
        rewrite.hasOwnDice = true;
        if (link.own !== rewrite.link.reveals) {
          this.fail(`${link.name}: it draws by the seed of a correction with which it did not come`);
        } else if (kind !== CORRECTION || !link.isAct) this.spare(rewrite, link, was);
      }
      if (link.own === null && was.own !== null && link.drew) {
        this.fail(`${link.name}: it does not draw by the seed of the correction with which it came`);
      }
      if (link.drew) rewrite.drawn.push([link, was, this.version.seedAt(link.phase, link.seq - 1)]);
      if (written(link.secret) !== written(was.secret)) rewrite.hidden.push(link);
    }

    // Count an entry that was moved or changed, and check that it may be at another instant.
    place(rewrite, link, was) {
      if (link.at !== was.at) {
        rewrite.moved += 1;
        const isFree = rewrite.kind === CORRECTION && link.whose[0] !== "system";
        if (!isFree && !(rewrite.kind === OUTAGE && link.whose[2] === "record-outage")) {
          this.fail(`${link.name}: it keeps its id at another instant`);
        }
        return;
      }
      if (was.seq < rewrite.latest) rewrite.moved += 1;
      else if (link.said !== was.said) rewrite.changed += 1;
      rewrite.latest = Math.max(rewrite.latest, was.seq);
    }

    // Remember what draws by the seed of a rewrite: it may do so only if the seed of its phase was public.
    spare({ spared }, link, was) {
      spared.push([link, was, this.version.seedAt(link.phase, link.seq - 1)]);
    }

    // Put what a rewrite replaced in the place of what it brought, and check that it was promised there.
    async goBack(rewrite) {
      const { version } = this;
      const { history, link: recorder } = rewrite;
      const length = history[0].seq - 1;
      const lost = [];
      for (let number = version.rewrites.length - 2; number >= 0; number -= 1) {
        if (version.rewrites[number] < length) break;
        lost.push(written(version.links[version.rewrites[number]].rewriteArgs));
      }
      lost.reverse();
      const recorded = version.rewrites[version.rewrites.length - 1];
      const firsts = [...version.seeds].filter(([, given]) => given.length && given[0][0] <= recorded).map(([phase, given]) => [phase, given[0][1]]);
      const later = version.links.slice(recorded);
      version.cut(length);
      for (const link of history) {
        const known = version.announced.length;
        const [last] = version.links.slice(-1);
        if (last && isEarlier(link.at, last.at)) this.fail(`${link.name}: it is earlier than the entry before it`);
        if (!version.add(link)) this.fail(`${link.name}: its id is that of another entry`);
        for (const [, announced] of version.announced.slice(known)) this.belongs(announced, version.seeds.get(announced).slice(-1)[0][1]);
        this.open(link);
        await this.drawsOfOld(link);
        await this.openedOfOld(link);
        const [phase, , revision] = version.before;
        if (link.phase !== phase) this.fail(`${link.name}: it stands in phase ${link.phase}, and phase ${phase} was running`);
        this.underLaw(link, revision);
        const name = headName(link.seq, link.digest);
        if (this.noted.has(name) && !this.lost.has(name)) this.lost.set(name, rewrite);
      }
      const changed = history.filter((each) => each.rewriteArgs !== null).map((each) => written(each.rewriteArgs));
      if (changed.length !== lost.length || !isSame(changed, lost)) this.fail(`${recorder.name}: what it replaces was rewritten at other times`);
      this.sameSeeds(rewrite, firsts);
      const open = new Set(version.publicSeeds());
      for (const commitment of open) this.publicSince.set(commitment, rewrite.number);
      for (const link of later) {
        if (link.announces.some(([, commitment]) => commitment && open.has(commitment))) this.fail(`${link.name}: it announces a seed that was public before`);
      }
      for (const [, key] of version.opened) this.openedBefore.set(key, rewrite.number);
      for (const { key, name } of rewrite.hidden) this.hiddenAnew.push([key, name, rewrite.number]);
      for (const [link, was, now] of rewrite.spared) {
        const then = was && was.drew ? version.seedAt(was.phase, was.seq - 1) : null;
        this.spared.push([link.name, now === then ? "" : now, rewrite.number]);
      }
      this.checkNewDraws(rewrite);
      this.goBackToPromises(rewrite);
    }

    // Check that a rewrite gave no phase another first seed than it had. A correction may, if the phase was announced
    // only after its entries were performed.
    sameSeeds({ kind, link }, firsts) {
      const { seeds, decisions, links } = this.version;
      const last = kind === CORRECTION && decisions.length ? decisions[decisions.length - 1] : links.length;
      for (const [phase, first] of firsts.sort(([one], [other]) => one - other)) {
        const [before] = seeds.get(phase) || [];
        if (before && before[0] <= last && before[1] !== first) this.fail(`${link.name}: phase ${phase} has another seed than before`);
      }
    }

    // Check the seeds of draws that an entry had not made before the rewrite.
    checkNewDraws(rewrite) {
      const { version } = this;
      const { number, kind, link: { reveals } } = rewrite;
      const byPhases = [];
      for (const [link, was, now] of rewrite.drawn) {
        const before = new Set(was ? drawsBySeeds(was, version.seedAt(was.phase, was.seq - 1)) : []);
        for (const [place, drawn] of drawsBySeeds(link, now).entries()) {
          if (before.has(drawn)) continue;
          const by = seedOfDraw(link, place);
          if (by === null) byPhases.push([link.name, now]);
          else if (link.more.has(place) && by === reveals) {
            rewrite.hasOwnDice = true;
            if (link.own === null) this.spared.push([link.name, now, number]);
          } else if (was && (link.more.has(place) || by === was.own)) {
            this.fail(`${link.name}: draw ${place} is new, and by a seed that was public before`);
          }
        }
      }
      if (!byPhases.length) return;
      const { decisions } = version;
      const isCorrection = kind === CORRECTION && decisions.length > 0;
      const seen = new Set(isCorrection ? version.publicSeeds(decisions[decisions.length - 1]) : version.publicSeeds());
      for (const [name, of] of byPhases) this.anew.push([name, of, number, seen.has(of)]);
    }

    // Check that the seed of a rewrite was fixed in the journal that it replaced.
    goBackToPromises({ link: { name, reveals }, kind, number, hasOwnDice }) {
      const { version } = this;
      if (kind !== CORRECTION) {
        if (reveals) this.unpromised.push([name, reveals, number, ...version.secretSeed(version.links.length - 1)]);
        else if (hasOwnDice) this.fail(`${name}: it does not reveal the seed by which its entries draw`);
        return;
      }
      const promises = version.promises.map(([, promise]) => promise);
      const opened = version.promises.map(([place]) => version.links[place]);
      const newest = new Map(promises.map((promise, place) => [promise, opened[place]]));
      const isPromised = newest.has(reveals);
      if (hasOwnDice && !isPromised) this.fail(`${name}: the seed of its correction was never promised`);
      else if (hasOwnDice && reveals !== promises[promises.length - 1]) {
        this.fail(`${name}: the seed of its correction is not the one that was promised last`);
      }
      if (isPromised) this.promised.push([name, reveals, newest.get(reveals).key]);
      const numbered = opened.filter((link) => link.restored === null).map((link) => link.number !== null);
      if (numbered.lastIndexOf(false) > numbered.indexOf(true) && numbered.includes(true)) {
        this.fail(`${name}: a correction before it omits the number from which its seed derives`);
      }
    }

    // Check that nobody chose the seed of a rewrite: it follows from that of a phase.
    async endPromises() {
      const origins = new Map();
      for (const { name, promise, opening, phase, of } of this.openings.values()) {
        const origin = written([opening, phase, of]);
        if (!origins.has(promise)) origins.set(promise, origin);
        if (origins.get(promise) !== origin) this.fail(`${name}: it promises the seed of another correction`);
      }
      for (const [name, commitment, key] of this.promised) {
        const { opening, phase, of } = this.openings.get(key);
        const [seed, own] = [this.seedOf.get(of), this.forks.get(commitment)];
        if (!seed) this.waiting += 1;
        else if (own && own !== (await hmac(seed, `${opening}\ncorrection`))) {
          this.fail(`${name}: the seed of its correction does not follow from that of phase ${phase}`);
        }
      }
      for (const [name, commitment, number, phase, of] of this.unpromised) {
        const [seed, own] = [this.seedOf.get(of), this.forks.get(commitment)];
        if (!seed) this.waiting += 1;
        else if (own && own !== (await hmac(seed, `${number}\ntelling`))) {
          this.fail(`${name}: its seed does not follow from that of phase ${phase}`);
        }
      }
    }

    // Check that what drew by the seed of a rewrite could not draw by that of its phase, which was public.
    endSpared() {
      for (const [name, commitment, number] of this.spared) {
        const since = this.publicSince.get(commitment);
        if (since === undefined || since > number) this.fail(`${name}: it does not draw by the seed of its phase, and could have`);
      }
    }

    // Check that new draws of a rewrite by the seed of a phase were made while that seed was secret.
    endNewDraws() {
      for (const [name, commitment, number, wasPublic] of this.anew) {
        const since = this.publicSince.get(commitment);
        if (wasPublic || (since !== undefined && since < number)) {
          this.fail(`${name}: it draws anew by the seed of its phase, which was public before`);
        }
      }
      for (const [key, name, number] of this.hiddenAnew) {
        const since = this.openedBefore.get(key);
        if (since !== undefined && since <= number) this.fail(`${name}: it draws otherwise in secret, by a seed that was public before`);
      }
    }

    // Check that each noted head lies on the journal, or on one of which an entry says that it was replaced.
    endHeads() {
      for (const [seq, noted] of this.notedHeads) {
        const name = headName(seq, noted);
        const rewrite = this.lost.get(name);
        if (this.seen.has(name)) continue;
        if (rewrite) {
          this.replaced.push(`The head that you noted at entry ${seq} was replaced when entry ${rewrite.seq} rewrote the past from entry ${rewrite.first} on.`);
        } else if (seq > this.seq) this.fail(`you noted the head at entry ${seq}, and the journal ends before it`);
        else this.fail(`entry ${seq}: its digest is not the head that you noted`);
      }
    }

    // Check that each phase was announced, and each seed that is due is there and the one that was promised.
    endPhases() {
      for (const phase of [...new Set([...this.announced.keys(), ...this.seeds.keys()])].sort((one, other) => one - other)) {
        if (!this.seeds.has(phase)) this.fail(`phase ${phase}: the commitment is left out`);
        else if (!this.announced.has(phase)) this.fail(`phase ${phase}: the journal never announced it`);
        else if (written(this.commitments.get(phase)) !== written(this.announced.get(phase))) {
          this.fail(`phase ${phase}: the commitment is not the one that the journal announced`);
        }
      }
      const running = this.phase + (this.over.includes(this.phase) ? 1 : 0);
      for (const phase of [...this.seeds.keys()].sort((one, other) => one - other)) {
        if (phase >= running && this.seeds.get(phase).slice(-1)[0] !== null) this.fail(`phase ${phase} is not over, and its seed is public`);
      }
      for (const phase of this.over) if ((this.seeds.get(phase) || [null]).includes(null)) this.fail(`phase ${phase} is over, and its seed is withheld`);
      for (const [phase, noted] of this.notedCommitments) {
        if (!(this.commitments.get(phase) || []).includes(noted)) this.fail(`phase ${phase}: the commitment is not the one you noted`);
      }
    }
  }

  // A text of JSON without what its strings contain. The text is linear to read, and need not be JSON.
  function outsideStrings(text) {
    const parts = [];
    for (let at = 0; at < text.length; ) {
      const start = text.indexOf('"', at);
      parts.push(text.slice(at, start < 0 ? text.length : start + 1));
      if (start < 0) break;
      for (at = start + 1; at < text.length && text[at] !== '"'; at += text[at] === "\\" ? 2 : 1);
      at += 1;
    }
    return parts.join("");
  }

  function fieldsIn(value) {
    if (value === null || typeof value !== "object") return 0;
    const inner = Object.values(value);
    return inner.reduce((count, each) => count + fieldsIn(each), Array.isArray(value) ? 0 : inner.length);
  }

  // JSON that every program reads alike: whole numbers that are exact, and no field twice in an object.
  function parsed(text) {
    const bare = outsideStrings(text);
    let depth = 0;
    for (const [sign] of bare.matchAll(/[{}\[\]]/g)) {
      depth += sign === "[" || sign === "{" ? 1 : -1;
      if (depth > MOST_DEEP) throw new SyntaxError(`lists and objects are nested more than ${MOST_DEEP} deep`);
    }
    const value = JSON.parse(text);
    for (const [number] of bare.matchAll(/-?[0-9][-0-9.eE+]*/g)) {
      if (!/^-?[0-9]{1,16}$/.test(number) || !Number.isSafeInteger(Number(number))) {
        throw new SyntaxError(`${number.slice(0, 40)} is not a whole number that every language reads exactly`);
      }
    }
    if (bare.split(":").length - 1 !== fieldsIn(value)) throw new SyntaxError("an object has a field twice");
    return value;
  }

  function trimmed(text) {
    let [start, end] = [0, text.length];
    while (start < end && BLANKS.includes(text[start])) start += 1;
    while (end > start && BLANKS.includes(text[end - 1])) end -= 1;
    return text.slice(start, end);
  }

  async function* linesOf(stream) {
    let rest = "";
    const reader = stream.pipeThrough(new TextDecoderStream("utf-8", { fatal: true, ignoreBOM: true })).getReader();
    for (;;) {
      const { done, value } = await reader.read();
      const lines = (rest + (value || "")).split("\n");
      rest = done ? "" : lines.pop();
      yield* lines;
      if (done) return;
    }
  }

  // Heading and entries, one after the other. As the host writes it, a proof of any length is read line by line.
  async function* partsOf(stream) {
    const lines = linesOf(stream);
    const first = (await lines.next()).value;
    const start = trimmed(first);
    if (!start.endsWith(BEGINNING)) {
      let text = first;
      for await (const line of lines) text += `\n${line}`;
      const whole = parsed(text);
      yield isObject(whole) && Array.isArray(whole.entries) ? whole : null;
      if (isObject(whole) && Array.isArray(whole.entries)) yield* whole.entries;
      return;
    }
    yield parsed(`${start}]}`);
    let [isDue, endsWithComma, hasEnded] = [true, false, false];
    for await (const line of lines) {
      const text = trimmed(line);
      if (!text) continue;
      if (hasEnded) throw new SyntaxError("something comes after its end");
      hasEnded = text === "]}";
      if (hasEnded ? endsWithComma : !isDue) throw new SyntaxError("a comma is missing between entries, or comes after the last");
      if (hasEnded) continue;
      isDue = endsWithComma = text.endsWith(",");
      yield parsed(endsWithComma ? text.slice(0, -1) : text);
    }
    if (!hasEnded) throw new SyntaxError("it is cut off");
  }

  // Check what comes down a stream of bytes; `tell` hears now and then how many entries were read.
  async function check(stream, heads, commitments, tell = () => {}) {
    const reading = new Check(heads, commitments);
    try {
      const parts = partsOf(stream);
      if (await reading.heading((await parts.next()).value)) {
        for await (const entry of parts) {
          await reading.entry(entry);
          if (reading.entries % 100 === 0) tell(reading.entries);
        }
        await reading.end();
      }
    } catch (error) {
      reading.fail(`the proof cannot be read: ${error.message}`);
    }
    return reading;
  }

  return { bytes, sha256, textDigest, drawnValue, check };
})();
