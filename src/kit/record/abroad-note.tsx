import { Anchor, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { vatKey } from '@/documents/totals'
import { useLive } from '@/kit/live/use-live'
import { isAboveZero } from '@/shared/domain/money/decimal'
import { contactName } from '@/shared/domain/people/contact'
import { countryNameIn } from '@/shared/domain/places/country-code'
import { withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { placeOf } from './vat/proposed-vat-note'
import { vatNumberQuery } from './vat/vat-number.query'
import {
  type Abroad,
  type FreeTreatment,
  type TaxedPaper,
  usualAbroad,
  type VatProposal,
  vatProposalQuery,
} from './vat/vat-proposal'

type ChargedLine = {
  vat_rate: string | null
  vat_treatment: string | null
  unit: string | null
  service_id?: string | null
}
type Rate = { value: string; rate: string; treatment: string; isDefault: boolean }

type AbroadNoteProps<Line extends ChargedLine, Known extends Rate> = {
  contactId: string
  paper: TaxedPaper
  lines: readonly Line[]
  rates: readonly Known[]
  /** Whether the VAT of a line can be changed on this paper; of any line where it is not given. */
  isFree?: (line: Line) => boolean
  set: (lines: readonly Line[], rate: Known) => void
}

const ofProposal = [
  { page: 'contacts', tables: ['contacts'] },
  { page: 'locations', tables: ['locations'] },
  { page: 'quotations', tables: ['vat_rates'] },
] as const

const isTaxed = ({ vat_rate, vat_treatment }: ChargedLine): boolean =>
  vat_rate !== null && vat_treatment === 'standard' && isAboveZero(vat_rate)

/**
 * Beside the VAT of a draft whose lines charge VAT although the client is abroad: what usually applies there, and one act that sets it,
 * or where its rate is made. For a business in another EU country goods are an intra-Community supply and services reverse charge; beyond the
 * customs border goods are an export, and work for a business there is not taxable here.
 */
export function AbroadNote<Line extends ChargedLine, Known extends Rate>(props: AbroadNoteProps<Line, Known>) {
  const { contactId, paper, lines, rates, isFree = () => true, set } = props
  const proposal = useQuery(vatProposalQuery(contactId, paper)).data
  useLive(['vat-proposal'], ofProposal)
  const taxed = lines.filter(isTaxed)
  if (!proposal || !(proposal.abroad || proposal.goodsLeave) || taxed.length === 0) return null
  const usual = rates.find(({ isDefault }) => isDefault)?.value
  const groups = groupsOf(proposal, taxed)
  return (
    <>
      {groups.some(({ to }) => to === null) ? <NoRate client={contactId} proposal={proposal} /> : null}
      {proposal.abroad === 'union_unnumbered' ? <NoNumber client={contactId} /> : null}
      <Where proposal={proposal} />
      {groups.map(({ treatment, to, lines: of }) => (
        <SetRate
          key={treatment}
          treatment={treatment}
          rate={rates.find(({ value }) => value === to)}
          lines={of
            .filter(isFree)
            .filter(({ vat_rate, vat_treatment }) => vatKey(vat_rate ?? '', vat_treatment ?? '') === usual)}
          set={set}
        />
      ))}
    </>
  )
}

/** Where the goods of the paper are, where that and not the client decides. */
function Where({ proposal: { abroad, goodsStay, goodsLeave } }: { proposal: VatProposal }) {
  if (!goodsStay && !goodsLeave) return null
  return (
    <Text size="sm" c="dimmed">
      {withTax(goodsLeave ? leave : abroad === 'union' ? stayAtHome : stayOnThisSide)}
    </Text>
  )
}

const leave =
  'The site is beyond the customs border: goods that go there are an export, and an installation there is not taxable here.'
const stayAtHome =
  'The goods of this paper are collected here or stay here, so they have the usual {tax}, and an installation here has it too.'
const stayOnThisSide = 'The goods of this paper stay on this side of the border, so they are no export.'

type Group<Line> = { treatment: FreeTreatment; to: string | null; lines: readonly Line[] }

/** The lines by what usually applies to them; `to` is the rate that the company has for it. */
function groupsOf<Line extends ChargedLine>(proposal: VatProposal, taxed: readonly Line[]): Group<Line>[] {
  const groups = new Map<FreeTreatment, Group<Line>>()
  for (const line of taxed) {
    const usual = usualAbroad(proposal, line)
    if (usual) groups.set(usual.treatment, { ...usual, lines: [...(groups.get(usual.treatment)?.lines ?? []), line] })
  }
  return [...groups.values()]
}

/** A business in another EU country without a number by which anything could go there without VAT. */
function NoNumber({ client }: { client: string }) {
  const { data } = useQuery(vatNumberQuery(client))
  if (!data) return null
  return (
    <Text size="sm" my="xs" role="status">
      {withTax(
        `${contactName(data)} is a business in ${placeOf(data)} ${(data.vat_number ?? '').trim() === '' ? 'without a {tax} number' : 'whose {tax} number is not a valid one'}, so it has the usual {tax}. With a valid number on its card, goods that go there and services are without {tax}.`,
      )}
    </Text>
  )
}

function NoRate({ client, proposal: { abroad, goodsLeave } }: { client: string; proposal: VatProposal }) {
  const { data } = useQuery(vatNumberQuery(client))
  const isAdmin = useRights().role === 'admin'
  if (!data) return null
  return (
    <Text size="sm" my="xs" role="status">
      {withTax(`${goodsLeave || !abroad ? '' : `${reasonOf(abroad, data)} `}You have no rate for it. `)}
      {isAdmin ? (
        <Anchor component={Link} to={`${linkTo('/settings/company')}#vat-rates`} size="sm">
          {withTax('Add a {tax} rate')}
        </Anchor>
      ) : (
        'An admin can add it.'
      )}
    </Text>
  )
}

type Client = Parameters<typeof contactName>[0] & { vat_number: string | null; country: string | null }

function reasonOf(abroad: Abroad, client: Client): string {
  const letters = client.vat_number?.slice(0, 2) ?? ''
  if (abroad === 'union')
    return `${contactName(client)} has a {tax} number of ${countryNameIn('en', letters === 'EL' ? 'GR' : letters)}. Goods that go there are an intra-Community supply, and services are reverse charge.`
  const goods = `${contactName(client)} is in ${placeOf(client)}. Goods that go there are an export`
  return abroad === 'beyond' ? `${goods}, and work for a business there is not taxable here.` : `${goods}.`
}

const acts: Record<FreeTreatment, string> = {
  intra_community: '“goods to another EU country”',
  reverse_charge: 'reverse charge',
  export: 'export',
  outside: '“not taxable here”',
}

type SetRateProps<Line, Known> = {
  treatment: FreeTreatment
  rate: Known | undefined
  lines: readonly Line[]
  set: (lines: readonly Line[], rate: Known) => void
}

/** The lines with the usual rate get another together. A line with another rate keeps it. */
function SetRate<Line, Known>({ treatment, rate, lines, set }: SetRateProps<Line, Known>) {
  if (!rate || lines.length === 0) return null
  return (
    <Button variant="default" size="xs" my="xs" onClick={() => set(lines, rate)}>
      {lines.length === 1
        ? `Set ${acts[treatment]} on the line`
        : `Set ${acts[treatment]} on all ${lines.length} lines`}
    </Button>
  )
}
