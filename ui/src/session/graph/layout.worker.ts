/** Lays out beside the page, so that the page stays awake. */
import { layOut, type LayoutInput } from './layout';

addEventListener('message', (message: MessageEvent<LayoutInput>) => {
  postMessage(layOut(message.data));
});
