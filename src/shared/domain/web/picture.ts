/** The largest accepted avatar or logo, in bytes. A larger file would only block the tab. */
const largest = 25 * 1024 * 1024

/** Throws words for the person where a file is too large to be made small here. */
export function assertPictureSize({ size }: { size: number }): void {
  if (size > largest) throw new Error('This picture is larger than 25 MB. Please choose a smaller one.')
}
