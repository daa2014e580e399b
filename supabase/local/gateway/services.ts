import type { Server } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Caller, Engine, Keys, Mailer, Service } from '../contracts.ts'
import { attachRealtime } from '../realtime/server.ts'
import { createStorage } from '../storage/storage.ts'

const functionsDirectory = fileURLToPath(new URL('../../functions/', import.meta.url))

export type Services = {
  storage: Service
  functions: Service
  broadcast: Service
  disconnectUser: (userId: string) => void
  close: () => Promise<void>
}

/** Opens the parts behind the gateway that are not REST or auth. */
export async function openServices(options: {
  engine: Engine
  keys: Keys
  http: Server
  mailer: Mailer
  storageDirectory: string
  origins: () => readonly string[]
  url: () => string
  /** Null for a bad token, and for one of an account that is banned or deleted. */
  verifyToken: (token: string, keys: Keys) => Promise<Caller | null>
  note: (line: string) => void
}): Promise<Services> {
  const { engine, keys, http, verifyToken } = options
  const storage = createStorage({ engine, keys, directory: options.storageDirectory })
  const realtime = attachRealtime(http, {
    engine,
    keys,
    verifyToken,
    allowedOrigins: (origin) => options.origins().includes(origin),
    report: (problem, error) => options.note(`${problem}: ${error instanceof Error ? error.message : String(error)}`),
  })
  const functions = await openFunctions(options)
  return {
    storage,
    functions,
    broadcast: realtime.broadcast,
    disconnectUser: realtime.disconnectUser,
    close: async () => {
      await realtime.close()
      await functions.close?.()
      await storage.close?.()
    },
  }
}

/** TEMPORARY until the host lands. */
async function openFunctions(options: object): Promise<Service> {
  const specifier = '../functions/host.ts'
  try {
    const host: { createFunctionsHost: (options: object) => Service } = await import(specifier)
    return host.createFunctionsHost({ ...options, functionsDirectory, environment: process.env })
  } catch {
    return { handle: async () => Response.json({ code: 'not_found', message: 'No functions' }, { status: 404 }) }
  }
}
