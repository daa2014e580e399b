import { useSay } from '@/kit/client-page/use-say'
import { english } from '@/shared/domain/texts/brief/en'
import { briefPart } from '@/shared/domain/texts/brief/part'
import { TextLine } from '../../shared/fields'
import type { Question } from '../questions'
import classes from './interview.module.css'

type QuestionsProps = {
  of: readonly Question[]
  answers: Readonly<Record<string, string>>
  onAnswer: (name: string, answer: string) => void
  /** Under the first question. */
  problem: string | null
}

/** The questions of one step: choices as words to press, everything else typed. */
export function Questions({ of, answers, onAnswer, problem }: QuestionsProps) {
  const say = useSay(briefPart)
  return of.map((question, index) => {
    const answer = answers[question.name] ?? ''
    const chosen = answer.split(', ').filter(Boolean)
    if (!question.choices)
      return (
        <TextLine
          key={question.name}
          label={say(question.label)}
          value={answer}
          onChange={(value) => onAnswer(question.name, value)}
          isOptional={index > 0 || question.name !== 'what'}
          isLong={question.isLong ?? false}
          max={question.isLong ? 3000 : 300}
          problem={index === 0 && problem ? problem : undefined}
          {...(question.help ? { help: say(question.help) } : {})}
        />
      )
    return (
      <fieldset key={question.name} className={classes.group}>
        <legend>{say(question.label)}</legend>
        <div className={classes.choices}>
          {question.choices.map((key) => {
            const choice: string = english[key]
            return (
              <label key={key} className={classes.choice}>
                <input
                  type={question.isMany ? 'checkbox' : 'radio'}
                  name={question.name}
                  checked={question.isMany ? chosen.includes(choice) : answer === choice}
                  onChange={(event) =>
                    onAnswer(
                      question.name,
                      !question.isMany
                        ? choice
                        : (event.currentTarget.checked
                            ? [...chosen, choice]
                            : chosen.filter((one) => one !== choice)
                          ).join(', '),
                    )
                  }
                />
                {say(key)}
              </label>
            )
          })}
        </div>
      </fieldset>
    )
  })
}
