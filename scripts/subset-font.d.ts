declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: { targetFormat: 'sfnt'; keepFeatures: string[]; noHinting: boolean },
  ): Promise<Buffer>
}
