import { Agent, request as send, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Random } from './random.ts'
import { createTimers } from './timers.ts'

/** Faults of HTTP requests; `share` of them, the others pass. Times in ms. */
export type RequestFault =
  /** The connection is reset before the server hears of it. */
  | { kind: 'refuse' }
  /** Never answered, and nobody is told. */
  | { kind: 'swallow' }
  | { kind: 'delay'; least: number; most: number }
  | { kind: 'throttle'; bytesPerSecond: number }
  /** Answered by a proxy before the server, which never gets the request. */
  | { kind: 'answer'; share: number; status: number; headers: Record<string, string>; body: string }
  /** The server did the work, but its answer is cut in the middle. */
  | { kind: 'break-off'; share: number }

export type Forwarder = {
  forward: (request: IncomingMessage, response: ServerResponse, fault: RequestFault | null) => void
  close: () => void
}

/** Passes requests on to the server at `target`, one fault at a time. */
export function forwarder(target: string, random: Random): Forwarder {
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true })
  const { later, stop } = createTimers()

  const pass = (request: IncomingMessage, response: ServerResponse, fault: RequestFault | null) => {
    const { method, url: path, headers } = request
    const onward = send({ hostname, port, agent, method, path, headers }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', () => response.destroy())
      answer.on('end', () => {
        const body = Buffer.concat(chunks)
        const { 'transfer-encoding': _chunked, ...sent } = answer.headers
        const breaksOff = fault?.kind === 'break-off' && random.chance(fault.share)
        if (breaksOff && body.length === 0) return response.destroy()
        const bodyless = method === 'HEAD' || answer.statusCode === 204 || answer.statusCode === 304
        response.writeHead(answer.statusCode ?? 502, bodyless ? sent : { ...sent, 'content-length': body.length })
        if (breaksOff) {
          response.write(body.subarray(0, body.length / 2))
          return later(1, () => response.destroy())
        }
        const wait = fault?.kind === 'throttle' ? (body.length / fault.bytesPerSecond) * 1000 : 0
        later(wait, () => response.end(body))
      })
    })
    onward.on('error', () => response.destroy())
    response.on('close', () => onward.destroy())
    request.pipe(onward)
  }

  return {
    forward: (request, response, fault) => {
      switch (fault?.kind) {
        case 'refuse':
          return void request.socket.resetAndDestroy()
        case 'swallow':
          return
        case 'delay':
          return later(random.between(fault.least, fault.most), () => pass(request, response, null))
        case 'answer':
          if (!random.chance(fault.share)) return pass(request, response, null)
          response.writeHead(fault.status, fault.headers)
          response.end(request.method === 'HEAD' ? undefined : fault.body)
          return void request.resume()
        default:
          return pass(request, response, fault)
      }
    },
    close: () => {
      agent.destroy()
      stop()
    },
  }
}
