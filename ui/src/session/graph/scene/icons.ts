/** The signs of the types: strokes in a box of 16 by 16. */
import type * as api from '../../../api/types';

const icons: { readonly [type in api.NodeType]: string } = {
  // A flag: where it began.
  INCIDENT: 'M4 14.5V2.2M4 2.8C6.5 1.4 9 4.2 12.6 2.8V8.6C9 10 6.5 7.2 4 8.6',
  // A bubble with something in it.
  THOUGHT:
    'M2 7.2C2 4.3 4.6 2.3 8 2.3S14 4.3 14 7.2 11.4 12 8 12C7.3 12 6.6 11.9 6 11.8L3 14V10.7C2.4 9.8 2 8.6 2 7.2ZM5.5 6.2H10.5M5.5 8.6H9',
  // A prompt.
  TOOL_CALL: 'M1.8 2.8H14.2V13.2H1.8ZM4.4 6L6.6 8L4.4 10M8 10.4H11.4',
  // An eye.
  OBSERVATION:
    'M1.2 8C3 5 5.3 3.6 8 3.6S13 5 14.8 8C13 11 10.7 12.4 8 12.4S3 11 1.2 8ZM8 5.8A2.2 2.2 0 1 0 8 10.2A2.2 2.2 0 1 0 8 5.8',
  // Done.
  ACTION: 'M8 1.5A6.5 6.5 0 1 0 8 14.5A6.5 6.5 0 1 0 8 1.5M4.9 8.2L7.1 10.5L11.2 5.7',
  // A way that forks.
  DECISION: 'M2 8H6L10 3.4H14M6 8L10 12.6H14M12 1.6L14 3.4L12 5.2M12 10.8L14 12.6L12 14.4',
  // A pair of scales.
  OUTCOME: 'M8 1.8V13.6M5 14H11M2.6 4.4H13.4M2.6 4.4L1 8.6H4.2ZM13.4 4.4L11.8 8.6H15Z',
  // Sheets on each other.
  STACK: 'M8 1.8L14.4 5L8 8.2L1.6 5ZM1.6 8L8 11.2L14.4 8M1.6 11L8 14.2L14.4 11',
};

export function iconOf(type: api.NodeType): string {
  return Object.hasOwn(icons, type) ? icons[type] : icons.THOUGHT;
}
