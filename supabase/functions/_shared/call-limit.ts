import { z } from 'zod'
import { Refusal } from './answers.ts'
import { asService } from './caller.ts'
import { idOfNetwork } from './network.ts'

/**
 * Counts one call of a function by this person, or of this link, or refuses it (429) with the seconds to wait in
 * `Retry-After`.
 */
export async function takeCall(
  name: string,
  caller: { id: string },
  limits: { perMinute: number; perDay: number },
): Promise<void> {
  const { data } = await asService()
    .rpc('take_function_call', {
      p_name: name,
      p_caller: caller.id,
      p_per_minute: limits.perMinute,
      p_per_day: limits.perDay,
    })
    .throwOnError()
  const seconds = z.int().parse(data)
  if (seconds === 0) return
  throw new Refusal(429, 'too_many_requests', `Too many requests. Please try again in ${inWords(seconds)}.`, {
    'retry-after': String(seconds),
  })
}

/**
 * Counts a call with a link before the link is looked up, by the caller's network: 240 a minute, 10,000 a day for one
 * function (429). A limit for each link would not stop a caller who guesses a new link at each call.
 */
export const takeGuess = async (name: string, request: Request): Promise<void> =>
  takeCall(`${name}-network`, { id: await idOfNetwork(request) }, { perMinute: 240, perDay: 10_000 })

function inWords(seconds: number): string {
  const [amount, unit] =
    seconds < 120
      ? [seconds, 'second']
      : seconds < 7200
        ? [Math.ceil(seconds / 60), 'minute']
        : [Math.ceil(seconds / 3600), 'hour']
  return `${amount} ${unit}${amount === 1 ? '' : 's'}`
}
