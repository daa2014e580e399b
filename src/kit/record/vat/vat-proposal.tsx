import { Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { taxLevels, type TaxPlace } from '@/documents/tax-place'
import { vatKey } from '@/documents/totals'
import { isWork } from '@/documents/units'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { shortDecimalText } from '@/shared/domain/money/money'
import { currentFormats, withTax } from '@/shared/domain/text/formats'
import { todayOf } from '@/shared/domain/time/today'
import { exemptionWords, type SaidExemption, saidExemptionSchema } from './exemption-words'

/**
 * Where a client is for the VAT: a business of another EU state; one there without a valid number; a business, or a person, beyond the
 * customs border.
 */
export type Abroad = 'union' | 'union_unnumbered' | 'beyond' | 'beyond_person'

/** What a line is for the VAT abroad. An installation is work where the sign hangs. */
type Supply = 'goods' | 'service' | 'installation'

export type VatProposal = {
  /** The rate of goods, as a choice of VAT. */
  value: string
  /** The rate of a service. */
  workValue: string
  /** The rate of an installation. */
  siteValue: string
  abroad: Abroad | null
  /** Its goods are collected here, or go to a site here; an installation is there too. */
  goodsStay: boolean
  /** Its goods go to a site beyond the customs border, whoever buys them. */
  goodsLeave: boolean
  /** What the services of the company are that have a mark, by id. */
  supplies: Readonly<Record<string, Supply>>
  place: TaxPlace | null
  exemption: SaidExemption | null
}

const proposalsKey = ['vat-proposal']

/** The paper whose goods go somewhere; `site` is where, so that another one asks again. */
export type TaxedPaper = { kind: 'quotation' | 'invoice'; id: string; site?: string | null }

const placeSchema = z.object({
  name: z.string(),
  rate: z.string(),
  parts: z.array(z.object({ level: z.enum(taxLevels), name: z.string(), rate: z.string() })),
})

/** Sales tax goes by the place where the goods go; other taxes do not. */
export const hasPlaces = () => currentFormats().tax_kind === 'sales_tax'

const abroadSchema = z.enum(['union', 'union_unnumbered', 'beyond', 'beyond_person']).nullish()
const suppliesSchema = z.record(z.string(), z.enum(['goods', 'service', 'installation'])).nullish()

/** What a line is for the VAT abroad: as its service says, else by its unit. As `private.supply_of` says. */
const supplyOf = ({ supplies }: VatProposal, line: { service_id?: string | null; unit: string | null }): Supply =>
  supplies[line.service_id ?? ''] ?? (isWork(line.unit) ? 'service' : 'goods')

export type FreeTreatment = 'intra_community' | 'reverse_charge' | 'export' | 'outside'

/** Why a supply has no VAT of home, as `private.treatment_abroad` says; null where it has it. */
function treatmentAbroad({ abroad, goodsStay, goodsLeave }: VatProposal, supply: Supply): FreeTreatment | null {
  if (goodsLeave && supply !== 'service') return supply === 'goods' ? 'export' : 'outside'
  if (goodsStay && supply !== 'service') return null
  if (abroad === 'union') return supply === 'goods' ? 'intra_community' : 'reverse_charge'
  if (abroad === 'beyond') return supply === 'goods' ? 'export' : 'outside'
  return abroad === 'beyond_person' && supply === 'goods' ? 'export' : null
}

/** What usually applies to a line of this client: the treatment, and the rate that the company has for it. Null: the VAT of home. */
export function usualAbroad(
  proposal: VatProposal,
  line: { service_id?: string | null; unit: string | null },
): { treatment: FreeTreatment; to: string | null } | null {
  const supply = supplyOf(proposal, line)
  const treatment = treatmentAbroad(proposal, supply)
  const values = { goods: proposal.value, service: proposal.workValue, installation: proposal.siteValue }
  return treatment && { treatment, to: values[supply].endsWith(` ${treatment}`) ? values[supply] : null }
}

/** The rate that a new line for this client begins with, as a choice of VAT; null where the company has no rate. */
export const vatProposalQuery = (contactId: string, paper: TaxedPaper | null = null) =>
  queryOptions({
    queryKey: [...proposalsKey, contactId, paper],
    queryFn: async ({ signal }): Promise<VatProposal | null> => {
      const { data } = await db
        .rpc('vat_proposal', {
          p_contact: contactId,
          ...(paper ? { p_kind: paper.kind, p_paper: paper.id } : {}),
        })
        .abortSignal(signal)
        .throwOnError()
      const [first] = data
      if (!first) return null
      const { rate, treatment, work_rate, work_treatment, abroad, goods_stay, place, exemption } = first
      return {
        value: vatKey(rate, treatment),
        workValue: vatKey(work_rate, work_treatment),
        siteValue: vatKey(first.site_rate, first.site_treatment),
        abroad: abroadSchema.parse(abroad) ?? null,
        goodsStay: goods_stay,
        goodsLeave: first.goods_leave,
        supplies: suppliesSchema.parse(first.supplies) ?? {},
        place: placeSchema.nullish().parse(place) ?? null,
        exemption: saidExemptionSchema.nullish().parse(exemption) ?? null,
      }
    },
  })

type Rate = { label: string; rate: string; treatment: string }
type KnownRate = Rate & { valid_from: string | null; valid_to: string | null }

const isOffered = ({ valid_from, valid_to }: KnownRate, today: string) =>
  (valid_from === null || valid_from <= today) && (valid_to === null || valid_to >= today)

/**
 * The rates of the company, and after them those of its places of sales tax, as choices of a line. A line keeps rate and
 * treatment alone: rates that are equal in both are one choice with both names. Those of other days come last, and say so.
 */
export async function lineRates<Known extends KnownRate>(
  known: readonly Known[],
  signal: AbortSignal,
): Promise<(Known | Rate)[]> {
  const today = todayOf(Date.now())
  const offered = known.filter((rate) => isOffered(rate, today))
  const others = known.filter((rate) => !offered.includes(rate))
  const choices = new Map<string, Known | Rate>()
  const names = new Map<string, string[]>()
  for (const rate of [...offered, ...(await ratesOfPlaces(signal))]) {
    const key = vatKey(rate.rate, rate.treatment)
    if (!choices.has(key)) choices.set(key, rate)
    names.set(key, [...(names.get(key) ?? []), rate.label])
  }
  const list = [...choices].map(([key, rate]) => ({ ...rate, label: labelOf(names.get(key) ?? []) }))
  for (const rate of others)
    if (!choices.has(vatKey(rate.rate, rate.treatment))) {
      choices.set(vatKey(rate.rate, rate.treatment), rate)
      list.push({ ...rate, label: `${rate.label} (not offered today)` })
    }
  return list
}

/** The names of equal rates: at most two of them. */
function labelOf(names: readonly string[]): string {
  const [first = '', second, ...more] = [...new Set(names)]
  if (second === undefined) return first
  return more.length === 0 ? `${first} / ${second}` : `${first} and ${more.length + 1} more`
}

async function ratesOfPlaces(signal: AbortSignal): Promise<Rate[]> {
  if (!hasPlaces()) return []
  const { data } = await db
    .from('tax_places')
    .select('name, rate::text')
    .order('name')
    .limit(1000)
    .abortSignal(signal)
    .throwOnError()
  return data.map(({ name, rate }) => ({ label: name, rate, treatment: 'standard' }))
}

/** The sales tax of a place in words: `Austin, TX: 8.25 % = state 6.25, city 1, Transit 1`. */
export const placeWords = ({ name, rate, parts }: TaxPlace): string =>
  `${name}: ${shortDecimalText(rate)} % = ${parts.map((part) => `${part.level === 'district' ? part.name : part.level} ${shortDecimalText(part.rate)}`).join(', ')}`

/**
 * Beside the sales tax of a draft: the place where it goes with its parts, or that its place is not known, and the exemption certificate
 * of the client: by which none is charged, or why it is charged all the same. Nothing for other taxes.
 */
export function TaxPlaceNote({ contactId, paper }: { contactId: string; paper: TaxedPaper }) {
  const proposal = useQuery({ ...vatProposalQuery(contactId, paper), enabled: hasPlaces() })
  useLive(proposalsKey, [
    { page: 'contacts', tables: ['contacts', 'exemption_certificates'] },
    { page: 'locations', tables: ['locations'] },
    { page: 'quotations', tables: ['tax_places'] },
  ])
  if (!hasPlaces() || proposal.isPending || proposal.isError) return null
  const { place = null, exemption = null } = proposal.data ?? {}
  return (
    <>
      {exemption ? (
        <Text size="sm" mt={4} {...(exemption.says === 'holds' ? { c: 'dimmed' } : { fw: 500 })}>
          {exemptionWords(exemption)}
        </Text>
      ) : null}
      {exemption?.says === 'holds' ? null : (
        <Text size="sm" c="dimmed" mt={4} mb="xs">
          {place
            ? placeWords(place)
            : withTax(
                'The place where this goes has no {tax} rate here, so the usual rate is proposed. Rates by place are kept in Settings, Company.',
              )}
        </Text>
      )}
    </>
  )
}
