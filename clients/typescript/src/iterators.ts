// Functions that give their result piece by piece: generators, synchronous and asynchronous.
//
// The host gets an object of the same class, whose steps run at the place of the call. The call ends
// when the iterator does: how long it took and what it gave are known only then.
import type { ToolCall } from './scope.js';

const itemsMax = 100;
const steps = new Set<PropertyKey>(['next', 'return', 'throw']);

type Steps = Record<string, (...args: unknown[]) => unknown>;
interface Ended {
  done?: boolean;
  value?: unknown;
}

/** Whether it is an iterator of its own, as a generator is: a list or a stream to be read often is not. */
export function isGenerator(value: unknown): value is object {
  const kind = Object.prototype.toString.call(value);
  return kind === '[object Generator]' || kind === '[object AsyncGenerator]';
}

/** The generator, and a call that tells what it gave. */
export function watched<T extends object>(generator: T, call: ToolCall, keeps: boolean): T {
  const items: unknown[] = [];
  let more = 0;
  const see = ({ done, value }: Ended): void => {
    if (done) {
      const kept = more > 0 ? { items, more } : { items };
      call.result(keeps ? kept : undefined);
    } else if (keeps && items.length < itemsMax) {
      items.push(value);
    } else {
      more += 1;
    }
  };
  const step =
    (name: string) =>
    (...args: unknown[]): unknown => {
      const act = (generator as unknown as Steps)[name] as (...args: unknown[]) => unknown;
      let given: unknown;
      try {
        given = call.run(() => act.apply(generator, args));
      } catch (error) {
        call.failed(error);
        throw error;
      }
      if (given instanceof Promise) {
        given.then(
          (value) => see(value as Ended),
          (error: unknown) => call.failed(error),
        );
      } else {
        see(given as Ended);
      }
      return given;
    };
  const own = new Map([...steps].map((name) => [name, step(String(name))]));
  return new Proxy(generator, {
    get: (target, name) => own.get(name) ?? (Reflect.get(target, name) as unknown),
  });
}
