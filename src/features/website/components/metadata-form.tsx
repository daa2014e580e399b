import { Alert, Title } from '@mantine/core'
import { getHotkeyHandler } from '@mantine/hooks'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { SubmitEvent } from 'react'
import { storable } from '@/shared/domain/contact'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { saveProblem } from '@/shared/ui/save-problem'
import { websiteMetadataKey } from '../api/metadata.query'
import { recentChangesKey, type SettingsChange } from '../api/recent-changes.query'
import { metadataSettingsQuery, saveMetadata } from '../api/save-metadata.mutation'
import {
  choicesOf,
  metadataFields,
  metadataGroups,
  metadataKeys,
  metadataProblems,
  type MetadataValues,
} from '../metadata-fields'
import { RecentChanges } from './recent-changes'
import { SaveBar } from './save-bar'
import { SettingField } from './setting-field'
import classes from './settings-form.module.css'
import { SitePreviews } from './site-previews'

/** The 14 settings of the site with their preview beside them. What is typed is kept until it is saved. */
export function MetadataForm({ stored }: { stored: MetadataValues }) {
  const queryClient = useQueryClient()
  const { edits, values, conflicts, put, insist, forget } = useKeptEdits('website-metadata', stored)
  const problems = metadataProblems(values)
  const changed = metadataKeys.filter((key) => edits[key] !== undefined)
  const saving = useMutation({
    mutationFn: saveMetadata,
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(metadataSettingsQuery.queryKey, (known) => {
        if (!known) return known
        const values = { ...known }
        for (const key of saved) values[key] = storable(sent[key]?.to ?? '')
        return values
      })
      forget(saved)
      if (saved.length > 0) notifications.show({ message: 'The metadata of the site is saved.' })
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: websiteMetadataKey })
      await queryClient.invalidateQueries({ queryKey: recentChangesKey })
    },
  })
  const blocked =
    Object.keys(problems).length > 0
      ? 'Please look at the fields marked in red.'
      : conflicts.length > 0
        ? 'Please decide whose values stay.'
        : null
  const save = () => {
    if (changed.length > 0 && blocked === null && !saving.isPending) saving.mutate(edits)
  }
  const isRefused = saving.isSuccess && saving.data.length === 0 && changed.length > 0 && conflicts.length === 0

  return (
    <div className={classes.columns}>
      <form
        noValidate
        aria-label="Website metadata"
        data-kept
        onKeyDown={getHotkeyHandler([['mod+Enter', save]])}
        onSubmit={(event: SubmitEvent) => {
          event.preventDefault()
          save()
        }}
      >
        {metadataGroups.map(({ title, keys }) => (
          <section key={title} className={classes.paper} aria-label={title}>
            <Title order={2} mb="md">
              {title}
            </Title>
            <div className={classes.fields}>
              {keys.map((key) => {
                const { label, hint, rows } = metadataFields[key]
                const choices = choicesOf(key, values[key])
                return (
                  <SettingField
                    key={key}
                    label={label}
                    wide={rows !== undefined}
                    value={values[key]}
                    problem={problems[key]}
                    note={hint ?? null}
                    onChange={(value) => put(key, value)}
                    theirs={conflicts.includes(key) ? stored[key] : undefined}
                    onTheirs={() => forget([key])}
                    onMine={() => insist(key)}
                    {...(rows ? { rows } : {})}
                    {...(choices ? { choices } : {})}
                  />
                )
              })}
            </div>
          </section>
        ))}
        {saving.isError || isRefused ? (
          <Alert color="red" role="alert" mb="md" title="The metadata was not saved">
            {saving.isError
              ? saveProblem(saving.error)
              : 'Your rights may have changed meanwhile. Nothing typed is lost.'}
          </Alert>
        ) : null}
        <SaveBar
          changes={changed.length}
          isSaving={saving.isPending}
          blocked={blocked}
          onDiscard={() => forget(changed)}
        />
      </form>
      <div className={classes.beside}>
        <SitePreviews values={values} />
        <RecentChanges table="website_metadata_settings" labelOf={labelOf} />
      </div>
    </div>
  )
}

function labelOf({ recordId }: SettingsChange): string {
  const known = metadataKeys.find((key) => key === recordId)
  return known ? metadataFields[known].label : recordId
}
