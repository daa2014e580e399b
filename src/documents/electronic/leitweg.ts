import { remainder97 } from '../../shared/domain/money/iban.ts'

/**
 * The problem with a Leitweg-ID as a sentence; null for a valid one: digits, letters and digits, and two check digits (ISO 7064,
 * mod 97-10). `private.leitweg_problem` in the database applies the same rules.
 */
export function leitwegProblem(typed: string): string | null {
  const id = typed.trim()
  if (!/^[0-9]{2,12}(-[A-Za-z0-9]{1,30})?-[0-9]{2}$/.test(id)) {
    return 'A Leitweg-ID has digits, a part of letters and digits, and two check digits, such as 04011000-1234512345-06'
  }
  return remainder97(id.replaceAll('-', '')) === 1
    ? null
    : 'The check digits of the Leitweg-ID do not match: please look again'
}

/** The Leitweg-ID that an address in the network is; null for another address. */
export const leitwegOfAddress = (address: string | null): string | null =>
  /^0204:(.*)$/.exec(address ?? '')?.[1] ?? null

type Card = { address: string | null; profile: string | null; buyer_reference: string | null }

/**
 * What is wrong with the Leitweg-IDs of a client's card, by field: as an address, as the reference for XRechnung, and both
 * together. `private.check_leitweg_ids` in the database applies the same rules.
 */
export function leitwegProblems({ address, profile, buyer_reference }: Card): Partial<Record<keyof Card, string>> {
  const addressed = leitwegOfAddress(address)
  const ofAddress = addressed === null ? null : leitwegProblem(addressed)
  const referred = profile === 'xrechnung' ? (buyer_reference?.trim() ?? '') : ''
  const ofReference = referred === '' ? null : (leitwegProblem(referred) ?? differs(addressed, referred))
  return {
    ...(ofAddress === null ? {} : { address: ofAddress }),
    ...(ofReference === null ? {} : { buyer_reference: ofReference }),
  }
}

const differs = (addressed: string | null, referred: string): string | null =>
  addressed === null || addressed.toUpperCase() === referred.toUpperCase()
    ? null
    : `The address has another Leitweg-ID: ${addressed}. Please enter the same`
