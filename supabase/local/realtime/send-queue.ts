import type { WebSocket } from 'ws'
import type { Limits } from './limits.ts'

/**
 * Sends to one socket in order and counts what the network has not taken yet. At the bound it calls `overflown` once
 * and sends nothing more: the frame that did not fit is never followed by a later one.
 */
export function sendQueue(socket: WebSocket, limits: Limits, overflown: () => void) {
  let frames = 0
  let bytes = 0
  let isOver = false
  return (data: string | Buffer): void => {
    if (isOver || socket.readyState !== socket.OPEN) return
    const size = Buffer.byteLength(data)
    if (frames >= limits.queuedFrames || (frames > 0 && bytes + size > limits.queuedBytes)) {
      isOver = true
      overflown()
      return
    }
    frames += 1
    bytes += size
    socket.send(data, { binary: typeof data !== 'string' }, () => {
      frames -= 1
      bytes -= size
    })
  }
}
