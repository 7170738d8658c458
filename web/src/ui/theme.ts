import {
  type CSSVariablesResolver,
  createTheme,
  defaultVariantColorsResolver,
  type MantineColorsTuple,
  parseThemeColor,
  type VariantColorsResolver,
} from '@mantine/core'

/** The one brand hue in Mantine's ten steps; step 8 is --brand of base.css. */
const brand: MantineColorsTuple = [
  '#eef5f6',
  '#e0edee',
  '#c3dcdf',
  '#9fc6cb',
  '#7aafb6',
  '#5798a1',
  '#3d848e',
  '#2a717b',
  '#17616b',
  '#0f4a52',
]

/** Mantine's light and subtle variants put step 6 on step 0, which is too pale to read (AA). */
const variantColorResolver: VariantColorsResolver = input => {
  const resolved = defaultVariantColorsResolver(input)
  if (input.variant !== 'light' && input.variant !== 'subtle') return resolved
  const color = parseThemeColor({ color: input.color ?? input.theme.primaryColor, theme: input.theme })
  return color.isThemeColor ? { ...resolved, color: `var(--mantine-color-${color.color}-9)` } : resolved
}

export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    '--mantine-color-text': 'var(--ink)',
    '--mantine-color-placeholder': 'var(--ink-3)',
    '--mantine-color-dimmed': 'var(--ink-2)',
    '--mantine-color-error': 'var(--red-ink)',
    '--mantine-color-anchor': 'var(--brand)',
    '--mantine-color-body': 'var(--paper)',
  },
  dark: {},
})

export const theme = createTheme({
  colors: { brand },
  primaryColor: 'brand',
  primaryShade: 8,
  variantColorResolver,
  autoContrast: true,
  respectReducedMotion: true,
  cursorType: 'pointer',
  defaultRadius: 'sm',
  radius: { sm: '6px' },
  fontFamily: 'var(--font)',
  // The base font is 90 % already; `scale: 0.9` would shrink header and sidebar, which are fixed in pixels.
  fontSizes: { xs: '0.8rem', sm: '0.9rem', md: '1rem', lg: '1.1rem', xl: '1.25rem' },
  breakpoints: { xs: '36em', sm: '48em', md: '62em', lg: '75em', xl: '88em' },
  components: {
    Select: {
      defaultProps: { comboboxProps: { keepMounted: false }, nothingFoundMessage: '該当なし', limit: 100, checkIconPosition: 'right' },
    },
    MultiSelect: { defaultProps: { comboboxProps: { keepMounted: false }, nothingFoundMessage: '該当なし', limit: 100 } },
    Tooltip: { defaultProps: { withArrow: true, openDelay: 300 } },
    CloseButton: { defaultProps: { 'aria-label': '閉じる' } },
  },
})
