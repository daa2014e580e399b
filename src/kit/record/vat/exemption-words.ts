import { z } from 'zod'
import { exemptionReasons } from '@/documents/tax-place'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'

/** The exemption certificate of a client as it is said beside a draft: `says` is `holds`, or why tax is charged all the same. */
export const saidExemptionSchema = z.object({
  number: z.string(),
  reason: z.enum(exemptionReasons),
  words: z.string().nullish(),
  state: z.string(),
  valid_from: z.string().nullish(),
  valid_to: z.string().nullish(),
  says: z.enum(['holds', 'begins', 'ended', 'for_another_sale', 'elsewhere']),
})
export type SaidExemption = z.output<typeof saidExemptionSchema>

/** The reasons of exemption certificates as choices. */
export const exemptionReasonChoices = [
  { value: 'resale', label: 'Resale' },
  { value: 'agricultural', label: 'Agricultural' },
  { value: 'government', label: 'Government' },
  { value: 'nonprofit', label: 'Non-profit' },
  { value: 'manufacturing', label: 'Industrial or manufacturing' },
  { value: 'other', label: 'Other' },
] as const satisfies readonly { value: SaidExemption['reason']; label: string }[]

const certificates: Readonly<Record<SaidExemption['reason'], string>> = {
  resale: 'resale certificate',
  agricultural: 'agricultural certificate',
  government: 'government certificate',
  nonprofit: 'non-profit certificate',
  manufacturing: 'manufacturing certificate',
  other: 'exemption certificate',
}

/** What staff read of a certificate beside the sales tax of a draft. */
export function exemptionWords({ says, ...certificate }: SaidExemption): string {
  const { number, state, reason } = certificate
  const day = (at: string | null | undefined) => (at ? calendarDayText(at) : '')
  switch (says) {
    case 'holds':
      return withTax(
        `No {tax}: ${certificates[reason]} ${number}, ${state}.${certificate.valid_to ? ` Its last day is ${day(certificate.valid_to)}.` : ''}`,
      )
    case 'ended':
      return withTax(`Certificate ${number} ended on ${day(certificate.valid_to)}: {tax} is charged.`)
    case 'begins':
      return withTax(`Certificate ${number} begins on ${day(certificate.valid_from)}: {tax} is charged until then.`)
    case 'for_another_sale':
      return withTax(`Certificate ${number} is for another sale: {tax} is charged.`)
    case 'elsewhere':
      return withTax(`This client has no certificate for ${state}: {tax} is charged.`)
  }
}
