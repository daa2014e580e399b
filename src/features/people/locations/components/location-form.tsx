import { Autocomplete, Button, Group, Stack, Textarea, TextInput, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import type { Coordinates } from '@/shared/domain/coordinates'
import { localities, localityNear } from '@/shared/domain/malta'
import { ChangedMeanwhile } from '@/shared/ui/changed-meanwhile'
import { saveProblem } from '@/shared/ui/save-problem'
import { SiteMap } from '@/shared/ui/site-map/site-map'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { useRefusal } from '@/shared/ui/use-refusal'
import type { LocationPin } from '../api/locations.query'
import { type LocationDraft, type LocationField, locationProblems, pointOf, pointText } from '../location-draft'
import { folded } from '@/shared/domain/folded'
import { LocationLayout } from './location-layout'
import classes from './locations.module.css'
import { NearLocations } from './near-locations'

type LocationFormProps = {
  kind: 'add' | 'edit'
  title: string
  values: LocationDraft
  put: (field: LocationField, value: string) => void
  /** Fields that somebody else changed meanwhile, with what stands there now. */
  theirs?: readonly { field: LocationField; value: string }[]
  onInsist?: (field: LocationField) => void
  onTake?: (field: LocationField) => void
  others: readonly LocationPin[]
  /** The location itself, which is no duplicate of itself. */
  id: string | null
  client: ReactNode
  clientProblem?: string | null
  /** Somebody tried to save: what is missing may be told. */
  onAsked?: () => void
  error: unknown
  isSaving: boolean
  onSave: () => void
  onCancel: () => void
  hrefOf: (id: string) => string
}

const labels: Record<LocationField, string> = {
  label: 'Name of the location',
  address: 'Street and number',
  city: 'Town',
  postcode: 'Postcode',
  country: 'Country',
  point: 'Coordinates or map link',
  access_notes: 'Access notes',
  contact_on_site: 'Contact on site',
  phone_on_site: 'Phone on site',
}
const names = localities.map(({ name }) => name)
const townOf = (typed: string) => localities.find(({ name }) => folded(name) === folded(typed.trim())) ?? null

/** The form of a location beside the map that its pin is put on. */
export function LocationForm(props: LocationFormProps) {
  const { kind, title, values, put, others, id, error, isSaving, onSave, onCancel } = props
  const [asked, setAsked] = useState(false)
  const { form: element, refuse } = useRefusal()
  const problems = locationProblems(values)
  const at = pointOf(values.point)
  const town = townOf(values.city)
  const pick = (point: Coordinates) => put('point', pointText(point))
  const save = () => {
    setAsked(true)
    props.onAsked?.()
    if (isSaving) return
    if (Object.keys(problems).length > 0 || props.clientProblem || props.theirs?.length) refuse()
    else onSave()
  }
  const field = (name: LocationField) => ({
    label: labels[name],
    value: values[name],
    autoComplete: 'off',
    disabled: isSaving,
    error: asked ? problems[name] : null,
    onChange: (event: { currentTarget: { value: string } }) => put(name, event.currentTarget.value),
  })
  const near = at && values.city.trim() === '' ? localityNear(at) : null

  const form = (
    <form
      ref={element}
      noValidate
      data-kept
      className={page.panel}
      onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
      onSubmit={(event: SubmitEvent) => {
        event.preventDefault()
        save()
      }}
    >
      <Stack>
        <Title order={2}>{title}</Title>
        {props.client}
        <div className={page.fields}>
          <TextInput {...field('label')} className={page.wide} required placeholder="Main entrance" />
          <TextInput {...field('address')} className={page.wide} />
          <Autocomplete
            label={labels.city}
            autoComplete="off"
            data={names}
            limit={8}
            disabled={isSaving}
            value={values.city}
            error={asked ? problems.city : null}
            onChange={(value) => put('city', value)}
            filter={({ options, search, limit }) =>
              options
                .filter((option) => 'label' in option && folded(option.label).includes(folded(search.trim())))
                .slice(0, limit)
            }
          />
          <TextInput {...field('postcode')} />
          <TextInput {...field('country')} className={page.wide} />
          <TextInput
            {...field('point')}
            className={page.wide}
            placeholder="35.8997, 14.5148"
            description="Paste them, or click the map and drag the pin"
            error={asked || values.point.length > 6 ? problems.point : null}
          />
        </div>
        {near ? (
          <Group gap="xs">
            <Button size="compact-sm" variant="light" onClick={() => put('city', near.name)}>
              In {near.name}? Use it as the town
            </Button>
          </Group>
        ) : null}
        <NearLocations at={at} address={values.address} city={values.city} except={id} hrefOf={props.hrefOf} />
        <div className={page.fields}>
          <TextInput {...field('contact_on_site')} placeholder="Who opens the door" />
          <TextInput {...field('phone_on_site')} type="tel" />
          <Textarea
            {...field('access_notes')}
            className={page.wide}
            autosize
            minRows={2}
            maxRows={8}
            placeholder="Gate code, opening hours, where to park, ladder needed"
          />
        </div>
        {props.theirs?.map(({ field: name, value }) => (
          <ChangedMeanwhile
            key={name}
            field={labels[name]}
            now={value}
            onTake={() => props.onTake?.(name)}
            onInsist={() => props.onInsist?.(name)}
          />
        ))}
        {error ? <Problem>{saveProblem(error)}</Problem> : null}
        <Group justify="flex-end">
          <Button variant="default" onClick={onCancel}>
            Cancel
          </Button>
          <Button type="submit" loading={isSaving} disabled={(props.theirs?.length ?? 0) > 0}>
            {kind === 'add' ? 'Add location' : 'Save location'}
          </Button>
        </Group>
      </Stack>
    </form>
  )

  return (
    <LocationLayout
      kind={kind}
      panel={form}
      map={
        <SiteMap
          label="Map to put the pin on"
          className={classes.map}
          pins={others.filter((pin) => pin.id !== id)}
          picked={at}
          lookAt={town}
          onPick={pick}
        />
      }
    />
  )
}
