import { z } from 'zod';

/**
 * Stops zod from compiling schemas with `eval`, which the page's content security policy forbids. Import this
 * module before any that defines a schema.
 */
z.config({ jitless: true });
