import { fileURLToPath } from 'node:url'
import { main } from '../../../supabase/local/main.ts'

// The product's server with the app whose machines are watched (`scripts/build-web.mjs --watched`).

await main({ webRoot: fileURLToPath(new URL('../../../node_modules/.cache/walks/app', import.meta.url)) })
