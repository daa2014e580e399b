import { Group, MultiSelect, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { ownTextsKey, type TextLanguages as Languages } from '@/kit/texts/own-texts.query'
import { languageLabel, languages } from '@/shared/domain/texts/languages'
import { useRights } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { saveTextLanguages } from '../api/texts.query'

/** In which further languages the company writes its texts. Admins choose; the others read it. */
export function TextLanguages({ of }: { of: Languages }) {
  const { role } = useRights()
  const queryClient = useQueryClient()
  const saving = useActMutation({
    mutationFn: saveTextLanguages,
    onSettled: () => queryClient.invalidateQueries({ queryKey: ownTextsKey }),
  })
  const own = languageLabel(of.own)
  if (role !== 'admin')
    return (
      <Text mb="md">
        {of.others.length === 0
          ? `The company writes its texts in ${own}. An admin adds languages.`
          : `The company writes its texts in ${own}, ${of.others.map(languageLabel).join(', ')}.`}
      </Text>
    )
  return (
    <Group align="flex-end" gap="md" mb="md">
      <MultiSelect
        label="Further languages of your texts"
        description={`Your texts are in ${own}, the language of the company. Choose in which others you write them.`}
        placeholder={of.others.length === 0 ? 'None' : ''}
        data={languages.filter(({ value }) => value !== of.own).map(({ value, label }) => ({ value, label }))}
        value={saving.isPending ? (saving.variables as string[]) : of.others}
        onChange={(chosen) => saving.mutate(chosen)}
        disabled={saving.isPending}
        maw={560}
        style={{ flex: 1, minWidth: 240 }}
      />
      {saving.isError ? <Problem>{saveProblem(saving.error)}</Problem> : null}
    </Group>
  )
}
