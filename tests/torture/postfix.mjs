// Real Postfix on a loopback port, killed while mails come in: encrypted hand-over, real refusals, and the history checked against
// the Maildir it writes. Needs root; installs Debian's package where it is missing, and nothing of it can send beyond this machine.
import { spawnSync } from "node:child_process";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { freePort } from "../support/relay/postgres-server.mjs";
import { compileParts, environment, start } from "./fast-process.mjs";
import { checkHistory, readEntries } from "./history.mjs";
import { call } from "./relay-process.mjs";
import { assert, CannotRun, needRoot, tool } from "./trial.mjs";

export const name = "Real Postfix, killed meanwhile";

const REQUESTS = 40;
/** Tries are an hour apart by then, which are six seconds of the relay's clock: a mail may need four of them. */
const LAST_SECONDS = 30;

export async function run({ work, openStore, tell }) {
  needRoot("running Postfix");
  install();
  const store = await openStore(work);
  const port = await freePort();
  const folder = mkdtempSync(join(tmpdir(), "eventsite-postfix-"));
  try {
    configure(folder, port);
    postfix(folder, "start");
    const figures = await deliver({ work, folder, port, store });
    for (const line of figures) tell(line);
  } finally {
    stop(folder);
    rmSync(folder, { recursive: true, force: true });
  }
}

async function deliver({ work, folder, port, store }) {
  const program = await compileParts(work);
  const env = {
    ...environment(work, store),
    TORTURE_CA: join(folder, "etc/cert.pem"),
    RELAY_MAIL_FROM: "Evenhall <website@sales.test>",
    RELAY_MAIL_TO: "sales@sales.test",
    RELAY_MAIL_TO_VENUE: "gone@sales.test",
    RELAY_MAIL_TO_TALENT: "tempfail@sales.test",
  };
  const relay = await start(program, port, env);
  const accepted = [];
  for (let index = 0; index < REQUESTS; index++) {
    const { reference } = await call(relay.url, `0-0-${index}`);
    if (reference !== null) accepted.push(reference);
    if (index === REQUESTS / 2) killMaster(folder);
  }
  for (const form of ["venue", "talent"]) accepted.push((await call(relay.url, form, { more: { form } })).reference);
  postfix(folder, "start");
  await sleep(LAST_SECONDS * 1000);
  relay.child.kill("SIGTERM");
  await relay.exited;
  const entries = await readEntries(store);
  const taken = mailsIn(join(folder, "mail/sales/new"));
  const { delivered, queued, dead, duplicates, breaks } = checkHistory(entries, accepted, taken);
  assert(
    delivered === REQUESTS && dead === 1 && queued === 1,
    `delivered ${delivered}, dead ${dead}, queued ${queued}`,
  );
  return [
    `${accepted.length} accepted, ${taken.length} in the Maildir, Postfix killed once`,
    `delivered ${delivered}, dead ${dead} (550), queued ${queued} (451), duplicates ${duplicates}, breaks ${breaks}`,
  ];
}

const mailsIn = (folder) =>
  readdirSync(folder).map(
    (file) => /^Message-ID: <([^>]+)>/im.exec(readFileSync(join(folder, file), "latin1"))?.[1] ?? "",
  );

function install() {
  if (existsSync("/usr/sbin/postfix")) return;
  const quiet = { encoding: "utf8", env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" } };
  // "No configuration": the package starts no server of its own.
  spawnSync("debconf-set-selections", {
    ...quiet,
    input: "postfix postfix/main_mailer_type select No configuration\n",
  });
  const { status } = spawnSync("apt-get", ["install", "-y", "--no-install-recommends", "postfix"], quiet);
  if (status !== 0) throw new CannotRun("Postfix is not installed, and apt-get cannot install it");
}

const postfix = (folder, command) => tool("postfix", "-c", join(folder, "etc"), command);
const pidOf = (folder) => Number(readFileSync(join(folder, "queue/pid/master.pid"), "utf8").trim());

/** Its children end with it. */
function killMaster(folder) {
  process.kill(pidOf(folder), "SIGKILL");
}

function stop(folder) {
  spawnSync("postfix", ["-c", join(folder, "etc"), "stop"]);
}

function configure(folder, port) {
  chmodSync(folder, 0o755);
  for (const each of ["etc", "queue", "data", "mail", "log"]) mkdirSync(join(folder, each));
  tool("chown", "postfix:", join(folder, "data"));
  if (spawnSync("id", ["vmail"]).status !== 0) tool("useradd", "-r", "-M", "-s", "/usr/sbin/nologin", "vmail");
  tool("chown", "vmail:", join(folder, "mail"));
  const etc = (file) => join(folder, "etc", file);
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  const keys = ["-keyout", etc("key.pem"), "-out", etc("cert.pem")];
  tool("openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", ...subject, ...keys);
  const id = (flag) => tool("id", flag, "vmail").trim();
  const settings = {
    compatibility_level: "3.6",
    queue_directory: join(folder, "queue"),
    data_directory: join(folder, "data"),
    command_directory: "/usr/sbin",
    daemon_directory: "/usr/lib/postfix/sbin",
    shlib_directory: "/usr/lib/postfix",
    meta_directory: "/etc/postfix",
    mail_owner: "postfix",
    setgid_group: "postdrop",
    inet_interfaces: "127.0.0.1",
    inet_protocols: "ipv4",
    myhostname: "mx.eventsite.test",
    mydestination: "",
    alias_maps: "",
    alias_database: "",
    local_recipient_maps: "",
    default_transport: "error:5.1.2 loopback test server",
    relay_transport: "error:5.1.2 loopback test server",
    smtpd_relay_restrictions: "reject_unauth_destination",
    smtpd_recipient_restrictions: `check_recipient_access regexp:${etc("recipients")}, permit`,
    virtual_mailbox_domains: "sales.test",
    virtual_mailbox_base: join(folder, "mail"),
    virtual_mailbox_maps: "static:sales/",
    virtual_uid_maps: `static:${id("-u")}`,
    virtual_gid_maps: `static:${id("-g")}`,
    virtual_minimum_uid: "100",
    virtual_mailbox_limit: "0",
    // What the killed one had taken and not yet put in the mailbox would otherwise wait for five minutes.
    queue_run_delay: "1s",
    minimal_backoff_time: "1s",
    maximal_backoff_time: "2s",
    maillog_file: join(folder, "log/maillog"),
    maillog_file_prefixes: join(folder, "log"),
    smtpd_tls_security_level: "may",
    smtpd_tls_cert_file: etc("cert.pem"),
    smtpd_tls_key_file: etc("key.pem"),
  };
  const lines = Object.entries(settings).map(([setting, value]) => `${setting} = ${value}\n`);
  writeFileSync(etc("main.cf"), lines.join(""));
  writeFileSync(etc("recipients"), "/^tempfail@/ 451 4.3.0 later\n/^gone@/ 550 5.1.1 no such user\n");
  writeFileSync(etc("master.cf"), `127.0.0.1:${port} inet n - n - - smtpd\n${SERVICES}`);
}

const SERVICES = `pickup unix n - n 60 1 pickup
cleanup unix n - n - 0 cleanup
qmgr unix n - n 300 1 qmgr
rewrite unix - - n - - trivial-rewrite
bounce unix - - n - 0 bounce
defer unix - - n - 0 bounce
trace unix - - n - 0 bounce
verify unix - - n - 1 verify
flush unix n - n 1000? 0 flush
proxymap unix - - n - - proxymap
showq unix n - n - - showq
error unix - - n - - error
retry unix - - n - - error
virtual unix - n n - - virtual
anvil unix - - n - 1 anvil
tlsmgr unix - - n 1000? 1 tlsmgr
postlog unix-dgram n - n - 1 postlogd
`;
