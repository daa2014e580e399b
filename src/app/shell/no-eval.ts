import { config } from 'zod'

/** zod tries whether it may compile schemas. The page forbids it, and the browser would report every try. */
config({ jitless: true })
