/** Lays out beside the page, so that the page stays awake. */
import type { LayoutInput } from './geometry';
import { layOut } from './layout';

addEventListener('message', (message: MessageEvent<LayoutInput>) => {
  postMessage(layOut(message.data));
});
