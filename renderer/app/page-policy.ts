import { z } from 'zod';

/**
 * Stops zod from compiling schemas with `eval`, which the page's content security policy forbids. Import it before any
 * schema.
 */
z.config({ jitless: true });
