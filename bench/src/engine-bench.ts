import { startCountingProxy } from "./counting-proxy";
import { type BenchStack, type BenchStackOptions, benchStack } from "./engine";
import { median } from "./median";
import type { Report } from "./report";
import { startService } from "./service-process";

/** One size of stack. */
export interface Size {
  readonly count: number;
  readonly checkpoints: boolean;
  /** Highest ratios that are acceptable: of an `up`, and of one without changes. */
  readonly limits?: readonly [number, number];
}

/** Durations of one program over the rounds, in milliseconds. */
class Times {
  readonly up: number[] = [];
  readonly again: number[] = [];

  /** One life of a stack: up, up without changes, destroy. */
  async add(options: BenchStackOptions, afterUp?: (stack: BenchStack) => Promise<void>): Promise<void> {
    const stack = await benchStack(options);
    try {
      this.up.push(await stack.up("1"));
      await afterUp?.(stack);
      this.again.push(await stack.up("1"));
      await stack.destroy();
    } finally {
      await stack.remove();
    }
  }
}

/** Ratios of `up` and of an `up` without changes to resources whose provider does nothing, in interleaved rounds. */
export async function engineBench(report: Report, size: Size, rounds: number): Promise<void> {
  const service = await startService();
  const proxy = await startCountingProxy(service.url);
  const env = {
    APPSTEAD_URL: proxy.url,
    APPSTEAD_GROUP_ID: service.groupId,
    APPSTEAD_PUBLIC_KEY: service.publicKey,
    APPSTEAD_PRIVATE_KEY: service.privateKey,
  };
  const [noop, ours] = [new Times(), new Times()];
  const label = `${size.count} resources${size.checkpoints ? "" : ", no checkpoints"}`;
  try {
    for (let round = 1; round <= rounds; round++) {
      report.progress(`${label}, round ${round} of ${rounds}`);
      await noop.add({ ...size, program: "noop" });
      proxy.reset();
      await ours.add({ ...size, program: "values", env }, async stack => {
        if (round > 1) return;
        const { requests, deployments } = proxy.counted();
        report.figure(`deployments per up, ${label}`, deployments, "");
        report.figure(`requests per resource, ${label}`, requests / size.count, "");
        report.figure(
          `largest __provider in the state, ${label}`,
          largestProvider(await stack.state()),
          "bytes",
        );
      });
    }
  } finally {
    await proxy.close();
    await service.stop();
  }
  report.ratio(`up ÷ no-op resources, ${label}`, median(ours.up), median(noop.up), size.limits?.[0]);
  report.ratio(
    `unchanged up ÷ no-op resources, ${label}`,
    median(ours.again),
    median(noop.again),
    size.limits?.[1],
  );
}

function largestProvider(state: string): number {
  return Math.max(
    ...[...state.matchAll(/"__provider": "((?:[^"\\]|\\.)*)"/g)].map(match => (match[1] ?? "").length),
  );
}
