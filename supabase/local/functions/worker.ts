import { parentPort, workerData } from 'node:worker_threads'
import type { CallMessage, ReplyMessage } from './running-function.ts'

/** The inside of one function: its part of Deno's API, its one handler, and calls as messages. */

type Handler = (request: Request) => Response | Promise<Response>

const served: { handler: Handler | null } = { handler: null }

Object.assign(globalThis, {
  Deno: {
    serve: (handler: Handler) => {
      served.handler = handler
    },
    env: { get: (name: string) => process.env[name], toObject: () => ({ ...process.env }) },
  },
})

await import(workerData.entrypoint)
parentPort?.postMessage('loaded')

parentPort?.on('message', async ({ id, url, method, headers, body }: CallMessage) => {
  const response = await answer(new Request(url, { method, headers, ...(body ? { body } : {}) }))
  const reply: ReplyMessage = {
    id,
    status: response.status,
    headers: [...response.headers],
    body: await response.arrayBuffer(),
  }
  parentPort?.postMessage(reply)
})

async function answer(request: Request): Promise<Response> {
  try {
    if (!served.handler) throw new Error('The function serves nothing: it must call Deno.serve')
    return await served.handler(request)
  } catch (failure) {
    process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`)
    return new Response('Internal Server Error', { status: 500 })
  }
}
