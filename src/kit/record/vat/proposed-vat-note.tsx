import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { countryCode, countryNameIn } from '@/shared/domain/places/country-code'
import { withTax } from '@/shared/domain/text/formats'
import { vatNumberQuery } from './vat-number.query'
import { type TaxedPaper, type VatProposal, vatProposalQuery } from './vat-proposal'

const explained: ReadonlySet<string> = new Set(['intra_community', 'reverse_charge', 'export', 'outside'])

type ProposedVatNoteProps = {
  contactId: string
  paper?: TaxedPaper | null
  /** The treatments of the lines that it stands beside. */
  treatments: readonly (string | null)[]
}

/**
 * Beside the VAT of a paper: why its lines begin with a supply to the Union, reverse charge, export, or as not taxable here, and when
 * another rate is right.
 * Nothing where the lines have none of it, or where the client is not abroad.
 */
export function ProposedVatNote({ contactId, paper = null, treatments }: ProposedVatNoteProps) {
  const isMeant = treatments.some((each) => each !== null && explained.has(each))
  const proposal = useQuery({ ...vatProposalQuery(contactId, paper), enabled: isMeant }).data
  const client = useQuery({
    ...vatNumberQuery(contactId),
    enabled: isMeant && Boolean(proposal?.abroad),
  }).data
  useLive(
    ['vat-proposal'],
    [
      { page: 'contacts', tables: ['contacts'] },
      { page: 'locations', tables: ['locations'] },
    ],
  )
  if (!isMeant || !proposal?.abroad) return null
  return wordsOf(proposal, treatments, client ?? null).map((words) => (
    <Text key={words} size="sm" c="dimmed">
      {withTax(words)}
    </Text>
  ))
}

type Client = { country: string | null; vat_number: string | null }

function wordsOf(proposal: VatProposal, treatments: readonly (string | null)[], client: Client | null): string[] {
  const has = (treatment: string) => treatments.includes(treatment)
  if (proposal.abroad === 'union') return wordsOfUnion(proposal, has, client)
  const country = placeOf(client)
  return [
    ...(has('export')
      ? [
          `Export is proposed for the goods: the client is in ${country}. Keep the proof of the customs that they left. Choose another rate for goods that stay here and for work.`,
        ]
      : []),
    ...(has('outside') && proposal.abroad === 'beyond'
      ? [
          `Hours are proposed as not taxable here: work for a business in ${country} is taxed there. Choose another rate for work on a building here.`,
        ]
      : []),
    ...(has('outside') && client && (client.vat_number ?? '').trim() === ''
      ? ['The client has no tax number on the card: keep another proof that it is a business.']
      : []),
  ]
}

function wordsOfUnion(proposal: VatProposal, has: (treatment: string) => boolean, client: Client | null): string[] {
  const number = (client?.vat_number ?? '').trim()
  return [
    ...(has('intra_community') && proposal.value.endsWith(' intra_community')
      ? [
          `Goods go to ${placeOf(client)}: an intra-Community supply without {tax}, to the {tax} number ${number}. Keep the proof that they arrived. Choose another rate for goods that stay here.`,
        ]
      : []),
    ...(has('reverse_charge') && proposal.workValue.endsWith(' reverse_charge')
      ? [
          'Services are proposed as reverse charge: the client has the {tax} number of a business in another EU country and owes the {tax} there. Work on a building is taxed where the building is: choose another rate for a building here, and ask your accountant about one abroad.',
        ]
      : []),
  ]
}

/** The country of a client in the words of the office. */
export const placeOf = (client: Pick<Client, 'country'> | null): string =>
  client?.country && countryCode(client.country) ? countryNameIn('en', client.country) : 'another country'
