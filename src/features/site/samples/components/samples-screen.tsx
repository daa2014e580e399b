import { Alert, Button, SegmentedControl, Text, TextInput, Title } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { readDecimal } from '@/shared/domain/money/money'
import { countText } from '@/shared/domain/text/formats'
import { type Language, languageLabel } from '@/shared/domain/texts/languages'
import { saveProblem } from '@/shared/hooks/save-problem'
import { linkTo } from '@/shared/lib/address'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { type Removed, removeSample, takeSample } from '../api/samples.mutation'
import { type Samples as SamplesRead, samplesQuery, type Taken } from '../api/samples.query'
import { detailOf } from '../details'
import { factorOf, type SampleKind, sampleKinds, type SampleRecord } from '../facts/sample'
import { sampleOf, type Trade, tradeNames, trades } from '../trades'
import page from '@/shared/ui/page/record-page.module.css'
import classes from './samples.module.css'

/** /settings/samples: what a company of a trade may begin with, shown before it is taken, and removed in one click. */
export function SamplesScreen() {
  const known = useQuery(samplesQuery)
  return (
    <PageFrame
      title="Samples"
      lead="Services, materials, work centres and prices to begin with. All of them are examples: correct them to yours."
      isLeadKept
      width="text"
    >
      {known.isPending ? <NamedSkeleton height={320} label="Reading the samples" /> : null}
      {known.isError && !known.data ? (
        <Problem onRetry={() => void known.refetch()}>The samples could not be read</Problem>
      ) : null}
      {known.data ? <Samples {...known.data} /> : null}
    </PageFrame>
  )
}

function Samples(of: SamplesRead) {
  const { taken } = of
  const [trade, setTrade] = useState<Trade>(() => tradeNames.find((one) => isTaken(taken, one)) ?? 'sign_maker')
  return (
    <>
      <SegmentedControl
        fullWidth
        mb="lg"
        aria-label="Trade"
        value={trade}
        onChange={(value) => setTrade(tradeNames.find((one) => one === value) ?? trade)}
        data={tradeNames.map((value) => ({ value, label: trades[value] }))}
      />
      <TradeSample key={trade} trade={trade} {...of} />
    </>
  )
}

const isTaken = (taken: readonly Taken[], trade: Trade) => taken.some((one) => one.trades.includes(trade))

function useSampleActs() {
  const queryClient = useQueryClient()
  // Services, materials and prices stand on many screens, and the first steps count them.
  const onSuccess = () => queryClient.invalidateQueries()
  return {
    take: useActMutation({ mutationFn: takeSample, onSuccess }),
    remove: useActMutation({ mutationFn: removeSample, onSuccess }),
  }
}

function TradeSample({ trade, currency, length_unit, language, texts, taken }: SamplesRead & { trade: Trade }) {
  const [factor, setFactor] = useState(() => String(factorOf(currency) ?? ''))
  const { take, remove } = useSampleActs()
  const read = readDecimal(factor, { places: 4, least: '0', most: '100000', aboveZero: true })
  const perEuro = 'value' in read ? Number(read.value) : null
  const problem = take.error ?? remove.error
  return (
    <>
      {problem ? (
        <Alert color="red" role="alert" mb="md" title="Nothing was changed">
          {saveProblem(problem)}
        </Alert>
      ) : null}
      {remove.data && !take.data ? <RemovedSample {...remove.data} /> : null}
      {isTaken(taken, trade) ? (
        <TakenSample
          taken={taken.filter((one) => one.trades.includes(trade))}
          isRemoving={remove.isPending}
          onRemove={() => {
            take.reset()
            remove.mutate(trade)
          }}
        />
      ) : (
        <>
          {factorOf(currency) === 1 ? null : (
            <TextInput
              className={classes.factor}
              label={`${currency} for one euro`}
              description="Example prices are multiplied by it, and rounded."
              inputMode="decimal"
              value={factor}
              error={factor !== '' && 'problem' in read ? read.problem : null}
              onChange={({ currentTarget: { value } }) => setFactor(value)}
            />
          )}
          {perEuro === null ? (
            <Text c="dimmed">About how much is one euro? The prices follow from it.</Text>
          ) : (
            <Offer
              records={sampleOf(trade, perEuro, length_unit, texts)}
              language={language}
              currency={currency}
              isTaking={take.isPending}
              onTake={(records) => {
                remove.reset()
                take.mutate({ trade, records })
              }}
            />
          )}
        </>
      )}
    </>
  )
}

/** What was removed, and what stays with its reason. */
function RemovedSample({ removed, kept }: Removed) {
  return (
    <Alert color={kept.length > 0 ? 'yellow' : 'green'} role="status" mb="md" title={removedTitle(removed)}>
      {kept.length > 0 ? (
        <>
          <Text size="sm">These stay, and are yours from now on:</Text>
          <ul className={classes.kept}>
            {kept.map(({ id, name, why }) => (
              <li key={id}>{`${name}: ${why === 'changed' ? 'somebody changed it' : 'something uses it'}`}</li>
            ))}
          </ul>
        </>
      ) : null}
    </Alert>
  )
}

const takenTitle = (taken: number) =>
  taken === 1 ? '1 record of these samples is in use' : `${countText(taken)} records of these samples are in use`
const removedTitle = (removed: number) =>
  removed === 0
    ? 'Nothing was removed'
    : removed === 1
      ? '1 record was removed'
      : `${countText(removed)} records were removed`

type OfferProps = {
  language: Language
  records: readonly SampleRecord[]
  currency: string
  isTaking: boolean
  onTake: (records: readonly SampleRecord[]) => void
}

function Offer({ records, language, currency, isTaking, onTake }: OfferProps) {
  return (
    <>
      <Text mb="md">
        {`${countText(records.length)} records will be added. Prices are in ${currency}, and rough. What you have under the same name or number stays as it is. You can remove the samples again in one click.${
          language === 'en'
            ? ''
            : ` Names are in ${languageLabel(language)}, the language of your clients: papers and the website show them.`
        }`}
      </Text>
      <Button mb="lg" loading={isTaking} onClick={() => onTake(records)}>
        Take the samples
      </Button>
      <Kinds of={records} label={(record) => record.values.name} detail={(record) => detailOf(record, currency)} />
    </>
  )
}

function TakenSample({
  taken,
  isRemoving,
  onRemove,
}: {
  taken: readonly Taken[]
  isRemoving: boolean
  onRemove: () => void
}) {
  return (
    <>
      <Alert color="green" role="status" mb="md" title={takenTitle(taken.length)}>
        {'Please correct prices and names: '}
        <Link to={linkTo('/services')}>services</Link>
        {', '}
        <Link to={linkTo('/inventory')}>materials</Link>
        {', '}
        <Link to={linkTo('/production-settings')}>work centres</Link>
        {'.'}
      </Alert>
      <Button mb="lg" variant="default" loading={isRemoving} onClick={onRemove}>
        Remove the samples
      </Button>
      <Text size="sm" c="dimmed" mb="md">
        What nobody changed and nothing uses is removed. The rest stays, and is named.
      </Text>
      <Kinds of={taken} label={(one) => one.name} detail={(one) => (one.is_changed ? 'Changed' : '')} />
    </>
  )
}

const kinds = Object.keys(sampleKinds) as SampleKind[]

type KindsProps<One> = {
  of: readonly One[]
  label: (one: One) => string
  detail: (one: One) => string
}

/** The records by kind, services first. */
function Kinds<One extends { key: string; kind: string }>({ of, label, detail }: KindsProps<One>) {
  return kinds.map((kind) => {
    const some = of.filter((one) => one.kind === kind)
    return some.length === 0 ? null : (
      <section key={kind} className={`${page.panel ?? ''} ${classes.group ?? ''}`} aria-labelledby={`samples-${kind}`}>
        <Title order={2} size="h4" mb="xs" id={`samples-${kind}`}>
          {sampleKinds[kind]}
        </Title>
        <ul className={classes.rows}>
          {some.map((one) => (
            <li key={one.key} className={classes.row}>
              <span>{label(one)}</span>
              <span className={classes.detail}>{detail(one)}</span>
            </li>
          ))}
        </ul>
      </section>
    )
  })
}
