import { type Client, createClient, functionKind, kindNamed } from "@appstead/sdk";
import { median, quantile } from "./median";
import type { Report } from "./report";
import { type ServiceProcess, startService } from "./service-process";

/** Cold start, memory, function calls, durable creates and the cost of a deployment, on the service as users run it. */
export async function serviceBench(report: Report): Promise<void> {
  const starts: number[] = [];
  for (let i = 0; i < 5; i++) {
    const service = await startService();
    starts.push(service.coldStartMs);
    await service.stop();
  }
  report.figure("service: start to first answered request, median of 5", median(starts), "ms", 500);
  const service = await startService();
  try {
    report.figure("service: idle memory", (await service.residentBytes()) / (1 << 20), "MB");
    const client = createClient({ ...service });
    await functionCalls(report, service, client);
    await durableCreates(report, client);
    await deploymentCost(report, client);
  } finally {
    await service.stop();
  }
}

async function newApp(client: Client, name: string): Promise<{ id: string; clientAppId: string }> {
  const app = await client.endpoint(appKindOf()).create({}, { name });
  return { id: app._id, clientAppId: String((app as Record<string, unknown>)["client_app_id"]) };
}

async function functionCalls(report: Report, service: ServiceProcess, client: Client): Promise<void> {
  const app = await newApp(client, "calls");
  await client
    .endpoint(functionKind)
    .create({ appId: app.id }, { name: "add", private: false, source: "exports = (a, b) => a + b;" });
  const anonymous = { name: "anon-user", type: "anon-user", disabled: false };
  await client.endpoint(definition("AuthProvider")).create({ appId: app.id }, anonymous);
  const base = `${service.url}/api/client/v2.0/app/${app.clientAppId}`;
  const login = await fetch(`${base}/auth/providers/anon-user/login`, { method: "POST" });
  const { access_token } = (await login.json()) as { access_token: string };
  const call = async () => {
    const start = performance.now();
    const answer = await fetch(`${base}/functions/call`, {
      method: "POST",
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      body: JSON.stringify({ name: "add", arguments: [1, 2] }),
    });
    const text = await answer.text();
    if (answer.status !== 200) throw new Error(`function call answered ${answer.status}: ${text}`);
    return performance.now() - start;
  };
  for (let i = 0; i < 50; i++) await call();
  const one: number[] = [];
  for (let i = 0; i < 500; i++) one.push(await call());
  report.figure("function call: p50, one client", median(one), "ms");
  report.figure("function call: p99, one client", quantile(one, 0.99), "ms");
  report.figure("function calls per second, 16 clients", await perSecond(16, 2_000, call), "1/s");
}

async function durableCreates(report: Report, client: Client): Promise<void> {
  const app = await newApp(client, "creates");
  const secrets = client.endpoint(definition("Secret"));
  let n = 0;
  const create = () => secrets.create({ appId: app.id }, { name: `s${n++}`, value: "x" });
  report.figure("durable creates per second, 1 client", await perSecond(1, 200, create), "1/s");
  report.figure("durable creates per second, 16 clients", await perSecond(16, 800, create), "1/s");
}

async function deploymentCost(report: Report, client: Client): Promise<void> {
  const small = await appWithValues(client, "small", 100);
  const large = await appWithValues(client, "large", 5_000);
  const [inSmall, inLarge]: [number[], number[]] = [[], []];
  for (let round = 0; round < 20; round++) {
    inSmall.push(await deployOne(client, small, round));
    inLarge.push(await deployOne(client, large, round));
  }
  report.ratio("one deployment, app of 5,000 objects ÷ app of 100", median(inLarge), median(inSmall), 1.5);
}

async function appWithValues(client: Client, name: string, count: number): Promise<string> {
  const app = await newApp(client, name);
  const draft = await client.drafts.create(app.id);
  const values = client.endpoint(definition("Value"));
  let n = 0;
  await perSecond(16, count, () =>
    values.create({ appId: app.id }, { name: `v${n}`, private: false, value: n++ }),
  );
  await deploy(client, app.id, draft._id);
  return app.id;
}

async function deployOne(client: Client, appId: string, round: number): Promise<number> {
  const start = performance.now();
  const draft = await client.drafts.create(appId);
  await client
    .endpoint(definition("Value"))
    .create({ appId }, { name: `extra${round}`, private: false, value: round });
  await deploy(client, appId, draft._id);
  return performance.now() - start;
}

async function deploy(client: Client, appId: string, draftId: string): Promise<void> {
  let deployment = await client.drafts.deploy(appId, draftId);
  while (deployment.status === "created" || deployment.status === "pending") {
    deployment = await client.deployments.get(appId, deployment._id);
  }
  if (deployment.status === "failed")
    throw new Error(`deployment failed: ${deployment.status_error_message}`);
}

/** Runs a task `count` times with some clients at once; returns how often per second. */
async function perSecond(clients: number, count: number, task: () => Promise<unknown>): Promise<number> {
  let left = count;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (left-- > 0) await task();
    }),
  );
  return count / ((performance.now() - start) / 1000);
}

function definition(name: string) {
  const kind = kindNamed(name);
  if (!kind) throw new Error(`no kind ${name}`);
  return kind;
}

const appKindOf = () => definition("App");
