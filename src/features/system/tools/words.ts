import { countText } from '@/shared/domain/text/formats'

/** The difference between the device's clock and the server's, as words; `ahead` in ms. */
export function clockWords(ahead: number): string {
  const seconds = Math.abs(ahead / 1000)
  if (seconds < 1) return 'The clock of this device agrees with the server.'
  const distance = seconds < 120 ? `${Math.round(seconds)} s` : `${Math.round(seconds / 60)} min`
  return `The clock of this device is ${distance} ${ahead > 0 ? 'ahead of' : 'behind'} the server.`
}

/** A time in ms as people read it: `8 ms`, `1.4 s`. */
export const latencyText = (ms: number): string =>
  ms < 1000 ? `${Math.max(1, Math.round(ms))} ms` : `${(ms / 1000).toFixed(1)} s`

/** Bytes as people read them: `800 B`, `12 kB`. */
export const sizeText = (bytes: number): string =>
  bytes < 1000 ? `${bytes} B` : `${countText(Math.round(bytes / 1000))} kB`
