import { type Mentionable, mentionBeingTyped, suggestPeople } from '@/shared/domain/text/mention'
import type { Suggest } from '@/shared/ui/rich-text/suggestion'
import { roleText } from '../assignee-choice'

/** Colleagues who complete the mention that is being typed; nobody mentions themselves. */
export const suggestMentions =
  (people: readonly Mentionable[], userId: string): Suggest =>
  (textBefore) => {
    const typed = mentionBeingTyped(textBefore)
    if (typed === null) return null
    const others = people.filter((person) => person.userId !== userId)
    const options = suggestPeople(typed, others).map((person) => ({
      id: person.userId,
      label: `@${person.name}`,
      detail: roleText(person.role),
    }))
    return { typed, options }
  }
