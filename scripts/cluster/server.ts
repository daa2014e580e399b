// One server of `npm run start:cluster`. It ends with the program that started it, also where that one was killed.
import { main } from '../../supabase/local/main.ts'

// Nobody reads what it says then.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'))
await main()
