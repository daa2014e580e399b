import { Alert, Select, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { todayOf } from '@/shared/domain/time/today'
import { countryCode } from '@/shared/domain/places/country-code'
import { useNow } from '@/shared/hooks/use-now'
import { NamedSkeleton } from '@/shared/ui/page/named-skeleton'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { countryQuery } from '../api/country.query'
import { states } from '../facts/taxes'
import { countryChoices } from '../facts/world'
import { type Known, proposalOf } from '../proposal'
import classes from './country.module.css'
import { ProposalForm } from './proposal-form'

/** /settings/country: one question, and the list of what follows from its answer. */
export function CountryScreen() {
  const known = useQuery(countryQuery)
  return (
    <PageFrame
      title="Country"
      lead="Currency, formats, tax, paper and closed days follow from it. You choose what is taken over."
      isLeadKept
      width="text"
    >
      {known.isPending ? <NamedSkeleton height={320} label="Reading the settings" /> : null}
      {known.isError && !known.data ? (
        <Problem onRetry={() => void known.refetch()}>The settings could not be read</Problem>
      ) : null}
      {known.data ? <CountryQuestion known={known.data} /> : null}
    </PageFrame>
  )
}

function CountryQuestion({ known }: { known: Known }) {
  const [country, setCountry] = useState(() => countryCode(known.settings.country))
  const [stateCode, setStateCode] = useState<string | null>(null)
  const today = todayOf(useNow(600_000))
  const state = states.find(({ code }) => code === stateCode) ?? null
  const isWhole = country !== null && (country !== 'US' || state !== null)
  const proposal = isWhole ? proposalOf(country, state, known, today) : null
  return (
    <>
      <div className={classes.question}>
        <Select
          label="In which country is the company?"
          placeholder="Search for a country"
          searchable
          data={countryChoices}
          value={country}
          onChange={setCountry}
          nothingFoundMessage="No country is called so"
        />
        {country === 'US' ? (
          <Select
            label="State"
            placeholder="Search for a state"
            searchable
            data={states.map(({ code, name }) => ({ value: code, label: name }))}
            value={stateCode}
            onChange={setStateCode}
          />
        ) : null}
      </div>
      {proposal && country ? (
        <>
          {proposal.remarks.map((remark) => (
            <Alert key={remark} color="yellow" mb="sm">
              {remark}
            </Alert>
          ))}
          <ProposalForm key={`${country} ${stateCode}`} country={country} proposal={proposal} />
        </>
      ) : (
        <Text c="dimmed">Each proposal is listed before anything is changed.</Text>
      )}
    </>
  )
}
