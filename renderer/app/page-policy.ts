import { z } from 'zod';

/**
 * The page's policy forbids code made of text, which zod would otherwise try when a schema is made.
 * Imported before all else for that reason.
 */
z.config({ jitless: true });
