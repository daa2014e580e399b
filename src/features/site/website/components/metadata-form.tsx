import { Title } from '@mantine/core'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { storableLine } from '@/shared/domain/text/storable'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useKeptEdits } from '@/shared/hooks/kept-edits'
import page from '@/shared/ui/page/record-page.module.css'
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
import { SettingField } from './setting-field'
import { SettingsForm } from './settings-form'
import classes from './settings-form.module.css'
import { SitePreviews } from './site-previews'

/** The 14 settings of the site with their preview beside them. What is typed is kept until it is saved. */
export function MetadataForm({ stored }: { stored: MetadataValues }) {
  const queryClient = useQueryClient()
  const kept = useKeptEdits('website-metadata', stored)
  const { values, conflicts, put, insist, forget } = kept
  const problems = metadataProblems(values)
  const saving = useActMutation({
    mutationFn: saveMetadata,
    onSuccess: (saved, sent) => {
      queryClient.setQueryData(metadataSettingsQuery.queryKey, (known) => {
        if (!known) return known
        const values = { ...known }
        for (const key of saved) values[key] = storableLine(sent[key]?.to ?? '')
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

  return (
    <div className={classes.columns}>
      <SettingsForm
        label="Website metadata"
        fields={metadataKeys}
        kept={kept}
        problems={problems}
        saving={saving}
        notSaved="The metadata was not saved"
      >
        {metadataGroups.map(({ title, keys }) => (
          <section key={title} className={`${page.panel} ${classes.paper}`} aria-label={title}>
            <Title order={2} mb="md">
              {title}
            </Title>
            <div className={page.fields}>
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
      </SettingsForm>
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
