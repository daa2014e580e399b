import { generatePath } from 'react-router-dom'

/** The app adds the path of every screen to this type, so that a mistyped address does not compile anywhere. */
// oxlint-disable-next-line typescript/no-empty-object-type -- filled by declaration merging
export interface Addresses {}

/** The path of a screen, with `:name` for each parameter: `/contacts/people/:id`. */
export type ScreenPath = Addresses extends { path: infer Path extends string } ? Path : string

type Parameter<Path extends string> = Path extends `${infer Part}/${infer Rest}`
  ? Parameter<Part> | Parameter<Rest>
  : Path extends `:${infer Name}`
    ? Name
    : never

/** The address of a screen with its parameters filled in: `linkTo('/contacts/people/:id', { id })`. */
export const linkTo = <Path extends ScreenPath>(
  path: Path,
  ...[parameters]: [Parameter<Path>] extends [never] ? [] : [Readonly<Record<Parameter<Path>, string>>]
): string => generatePath<string>(path, parameters)
