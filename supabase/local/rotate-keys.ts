import { resolve } from 'node:path'
import { rotateKeysIn } from './gateway/keys.ts'
import { readSettings } from './settings.ts'

/** `npm run keys:rotate`: the standby key signs from the next start on. */
try {
  await rotateKeysIn(resolve(readSettings(process.env).SIGNWRIGHT_DATA_DIR))
  process.stdout.write(
    'The standby key signs from the next start on. Nobody is signed out: tokens of the key before it are still read.\n',
  )
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}
