import { cleanup, configure } from '@testing-library/react';
import { afterEach } from 'vitest';

afterEach(cleanup);

// A busy machine is slow, and that is no failure.
configure({ asyncUtilTimeout: 10_000 });
