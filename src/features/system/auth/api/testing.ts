import { connectDb } from '@/shared/db/connect'

let isConnected = false

/** One client for all tests of a file, as in the product; `fetch` is its backend. */
export function connectOnce(): void {
  if (!isConnected)
    connectDb({ supabaseUrl: 'http://backend.test', publishableKey: 'key', companyDomain: '', demo: true })
  isConnected = true
}
