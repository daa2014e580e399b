import type { Random } from './random.ts'
import { createTimers } from './timers.ts'

/** Faults of WebSocket frames. Times in ms. */
export type FrameFault =
  | { kind: 'delay'; least: number; most: number }
  | { kind: 'throttle'; bytesPerSecond: number }
  | { kind: 'drop'; share: number }
  | { kind: 'duplicate'; times: number }
  | { kind: 'reorder'; window: number }
  /** Drops all frames without an error: a black hole. */
  | { kind: 'swallow' }

export type Frame = { data: Buffer; binary: boolean }

export type Line = {
  carry: (frame: Frame, fault: FrameFault | null) => void
  /** Frames were lost on the way. */
  isBroken: () => boolean
  stop: () => void
}

/** The longest wait of frames, in ms, for a full window before they are shuffled. */
const shuffleAfter = 200

/** One direction of one WebSocket. Delayed frames keep their order, unless the fault is to reorder. */
export function frameLine(deliver: (frame: Frame) => void, random: Random): Line {
  let freeAt = 0
  let lost = false
  let swallowing = false
  let held: Frame[] = []
  const { later, stop } = createTimers()

  const deliverIn = (wait: number, frame: Frame) => {
    freeAt = Math.max(freeAt, performance.now() + wait)
    if (freeAt <= performance.now()) return deliver(frame)
    later(freeAt - performance.now(), () => deliver(frame))
  }
  const releaseShuffled = () => {
    for (const frame of random.shuffle(held)) deliverIn(0, frame)
    held = []
  }

  const carry: Line['carry'] = (frame, fault) => {
    if (swallowing) return
    if (fault?.kind !== 'reorder' && held.length > 0) releaseShuffled()
    switch (fault?.kind) {
      case 'swallow':
        swallowing = true
        return
      case 'drop':
        if (random.chance(fault.share)) lost = true
        else deliverIn(0, frame)
        return
      case 'delay':
        return deliverIn(random.between(fault.least, fault.most), frame)
      case 'throttle':
        return deliverIn((frame.data.byteLength / fault.bytesPerSecond) * 1000, frame)
      case 'duplicate':
        for (let copy = 0; copy <= fault.times; copy += 1) deliverIn(0, frame)
        return
      case 'reorder':
        held.push(frame)
        if (held.length >= fault.window) releaseShuffled()
        else if (held.length === 1) later(shuffleAfter, releaseShuffled)
        return
      default:
        return deliverIn(0, frame)
    }
  }
  return {
    carry,
    isBroken: () => lost,
    stop,
  }
}
