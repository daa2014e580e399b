/**
 * zod tries whether it may compile schemas. The page forbids it, and the browser would report every try. It reads its
 * settings from here when it loads, which is later and only where it is needed.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
