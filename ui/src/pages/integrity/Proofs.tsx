import { useEffect, useState } from 'react';

import { ApiError, askCheckpoint } from '../../api/client';
import { LongText } from '../../parts/JsonText';

/** The newest signed checkpoint of the record, where the store publishes one. */
export function Proofs() {
  const [checkpoint, setCheckpoint] = useState<string | null | undefined>(undefined);
  useEffect(() => {
    let wanted = true;
    askCheckpoint().then(
      (text) => wanted && setCheckpoint(text),
      (error: unknown) => {
        if (!(error instanceof ApiError)) throw error;
        if (wanted) setCheckpoint(null);
      },
    );
    return () => {
      wanted = false;
    };
  }, []);
  if (checkpoint === undefined) return <p role="status">Reading…</p>;
  if (checkpoint === null) {
    return <p className="soft">This store publishes no signed checkpoint.</p>;
  }
  return (
    <>
      <p>The newest signed checkpoint of this record, as anybody can keep it:</p>
      <LongText text={checkpoint} mono />
    </>
  );
}
