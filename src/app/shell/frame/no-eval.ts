/**
 * zod tries whether it may compile schemas. The page forbids it, and the browser would report the try. zod reads this
 * setting when it is loaded, in whichever file of the build that is.
 */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
