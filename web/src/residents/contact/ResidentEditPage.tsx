import { confirmationProblem, passwordLength, passwordProblem } from '@toguchi/domain/accounts/password'
import {
  type Gender,
  genderLabels,
  genders,
  ownOrRent,
  type OwnOrRent,
  ownOrRentLabels,
  residentLabels,
} from '@toguchi/domain/residents/labels'
import { useEffect, useState } from 'react'
import { Link, useLoaderData, useNavigate, useSearchParams } from 'react-router'
import { paths } from '../../site/paths.ts'
import { configuration } from '../../platform/session/configuration.ts'
import { type AnswerOf, ApiError, send } from '../../platform/api/request.ts'
import { rememberRoomLogin } from '../entering/room-login.ts'
import { refreshUser } from '../../platform/session/session.ts'
import { toast } from '../../platform/toast.ts'
import { readShownTexts } from '../../legal-texts/legal-texts.tsx'
import { Button, ButtonLink } from '../../ui/plain/Button.tsx'
import { Card, Title } from '../../ui/plain/Card.tsx'
import { CheckField } from '../../ui/plain/form/CheckField.tsx'
import { Choices } from '../../ui/plain/form/Choices.tsx'
import { Field } from '../../ui/plain/form/Field.tsx'
import { notSent, PlainForm, type Values } from '../../ui/plain/form/PlainForm.tsx'
import { Notice } from '../../ui/plain/Notice.tsx'
import { Read } from '../../ui/plain/Read.tsx'
import { saveOwnFile } from '../../ui/files/save-file.ts'
import { CallButton } from '../CallButton.tsx'
import { loginOf } from './own-contact.ts'
import { keepingLast } from '../keeping-last.ts'
import { proveOwnContact, UnprovenContacts, unprovenContactsOf } from './UnprovenContact.tsx'
import styles from './ResidentEditPage.module.css'
import { Where } from '../answering/Where.ts'
import { Help } from '../../ui/plain/form/FieldParts.ts'
import { FieldRows } from '../parts/FieldRows.ts'
import { FactList } from '../parts/FactList.ts'

export const loader = keepingLast(async options => {
  const [{ resident }, shown] = await Promise.all([send('GET /api/residents/me', {}, options), readShownTexts()])
  return { resident, shown }
})

type Resident = AnswerOf<'GET /api/residents/me'>['resident']

/** First the fields, then everything once more to read before it is saved (`display` of G-RES-06, which stays in this page). */
export const ResidentEditPage = () => {
  const { resident, shown } = useLoaderData<typeof loader>()
  return (
    <>
      <Title>{resident.date_only || resident.login_id !== null ? '登録内容の変更' : 'ログインIDの登録'}</Title>
      <Where>
        <Read>{`${resident.construction.building_name} ${resident.room.name}号室`}</Read>
      </Where>
      {resident.date_only ? (
        <LoginNeeded resident={resident} />
      ) : (
        <>
          <UnprovenContacts resident={resident} />
          <ProfileForm resident={resident} shown={shown} />
        </>
      )}
      <CallButton />
      {resident.login_id === null ? null : <OwnData />}
    </>
  )
}

/** Name and contact are shown to whoever signs in with the dwelling's login (D-33). */
const LoginNeeded = ({ resident }: { resident: Resident }) => (
  <Card>
    <Notice>お名前・連絡先・オプションのお手続きには、ログインIDとパスワードでのログインが必要です。</Notice>
    <ButtonLink wide to={loginOf(resident)}>
      ログインする
    </ButtonLink>
    <ButtonLink kind="secondary" wide to={paths.resident_top()}>
      トップへ戻る
    </ButtonLink>
  </Card>
)

/** Everything that is held about oneself, to keep (D-12). */
const OwnData = () => {
  const [busy, setBusy] = useState(false)
  const exportData = async (form: 'page' | 'data') => {
    setBusy(true)
    try {
      const { file_name, data, page } = await send('POST /api/residents/export', {}, { message: '書き出しています…' })
      saveOwnFile(
        form === 'page'
          ? new File([page.html], page.file_name, { type: 'text/html' })
          : new File([JSON.stringify(data, null, 2)], file_name, { type: 'application/json' }),
      )
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
    }
    setBusy(false)
  }
  return (
    <section className={styles.ownData} aria-label="個人情報の書き出し">
      <Read>
        <Help>登録内容、工事日、申込み、お知らせなど、お客様についての記録をファイルで受け取れます。</Help>
      </Read>
      <Button kind="secondary" wide disabled={busy} onClick={() => void exportData('page')}>
        個人情報の書き出し
      </Button>
      <Button kind="secondary" wide disabled={busy} onClick={() => void exportData('data')}>
        JSONで書き出す
      </Button>
    </section>
  )
}

const ProfileForm = ({ resident, shown }: { resident: Resident; shown: Awaited<ReturnType<typeof readShownTexts>> }) => {
  const first = resident.login_id === null
  const [entered, setEntered] = useState<Values | null>(null)
  // 男性 stands there before anybody said so: it is stored when somebody did (D-33).
  const [touched, setTouched] = useState(false)
  const [search, setSearch] = useSearchParams()
  // In the address, so that the browser's Back leads to the fields with everything still in them.
  const confirming = search.get('display') === 'confirm'
  const read = confirming ? entered : null
  const navigate = useNavigate()
  // An address that was kept has nothing to read: the fields stand there, and the next step is not jumped over.
  useEffect(() => {
    if (confirming && entered === null) setSearch({}, { replace: true })
  }, [confirming, entered, setSearch])

  const submit = async (values: Values) => {
    if (read === null) {
      const problems = problemsOf(values, resident)
      if (problems !== null) throw problems
      setEntered(values)
      setSearch({ display: 'confirm' })
      scrollTo({ top: 0 })
      return notSent
    }
    try {
      const { message, resident: saved } = await send(
        'PATCH /api/residents/me',
        // What was read, whatever the fields hold by now.
        { body: { resident: bodyOf(read, touched || resident.gender !== null), ...shown } },
        { errors: 'caller', message: '保存しています…' },
      )
      rememberRoomLogin(saved.login_path)
      await refreshUser()
      await navigate(await pageAfter(resident, saved))
      toast.success(message)
    } catch (error) {
      setSearch({}, { replace: true })
      throw error
    }
  }

  return (
    <Card>
      {first ? <Notice>登録しなくても、工事日の確認と変更はできます。</Notice> : null}
      <PlainForm keepAs="profile" onSubmit={submit}>
        <FieldRows hidden={read !== null}>
          <Fields resident={resident} first={first} onGender={() => setTouched(true)} />
          <Button type="submit" wide>
            入力内容を確認する
          </Button>
        </FieldRows>
        {read === null ? null : (
          <FieldRows>
            <Read>
              <p>{first ? 'この内容で登録します。よろしいですか？' : 'この内容で変更します。よろしいですか？'}</p>
            </Read>
            <ToRead values={touched || resident.gender !== null ? read : { ...read, gender: '' }} />
            <Button type="submit" wide>
              {first ? '登録する' : '変更する'}
            </Button>
            <Button kind="secondary" wide onClick={() => void navigate(-1)}>
              修正する
            </Button>
          </FieldRows>
        )}
      </PlainForm>
    </Card>
  )
}

/** A contact that was just typed is proven next; where that fails just now, this page asks for it again. */
const pageAfter = async (before: Resident, saved: Resident): Promise<string> => {
  const [contact] = unprovenContactsOf(saved, (await configuration()).sms)
  if (contact === undefined || (saved.email === before.email && saved.phone === before.phone)) return paths.resident_top()
  try {
    return await proveOwnContact(saved, contact)
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    return paths.resident_top()
  }
}

const Fields = ({ resident, first, onGender }: { resident: Resident; first: boolean; onGender: () => void }) => (
  <>
    <Field
      name="name"
      label={residentLabels.name}
      autoComplete="name"
      placeholder="鈴木 一郎"
      required
      defaultValue={resident.name ?? ''}
    />
    <Field name="name_kana" label={residentLabels.name_kana} placeholder="スズキ イチロウ" defaultValue={resident.name_kana ?? ''} />
    <Field
      name="login_id"
      label={residentLabels.login_id}
      autoComplete="username"
      autoCapitalize="none"
      spellCheck={false}
      required
      help="次にログインするときに使います。半角の英数字と . _ - で4〜32文字。"
      defaultValue={resident.login_id ?? ''}
    />
    <Field
      name="password"
      label={residentLabels.password}
      type="password"
      autoComplete="new-password"
      required={first}
      help={
        first
          ? `${passwordLength.minimum}文字以上で、英字と数字を含めてください。`
          : `${passwordLength.minimum}文字以上で、英字と数字を含めてください。変更しないときは空のままにしてください。`
      }
    />
    <Field
      name="password_confirmation"
      label={residentLabels.password_confirmation}
      type="password"
      autoComplete="new-password"
      required={first}
    />
    <Field name="phone" label={residentLabels.phone} type="tel" autoComplete="tel" inputMode="tel" defaultValue={resident.phone ?? ''} />
    <Field
      name="email"
      label={residentLabels.email}
      type="email"
      autoComplete="email"
      inputMode="email"
      help="なくてもかまいません。登録すると、工事日のお知らせが届きます。"
      defaultValue={resident.email ?? ''}
    />
    {first ? null : (
      <Field
        name="current_password"
        label={residentLabels.current_password}
        type="password"
        autoComplete="current-password"
        help="パスワード、メールアドレス、電話番号を変更するときに入力してください。"
      />
    )}
    <h2 className={styles.optional}>
      <Read>その他（任意）</Read>
    </h2>
    <Choices
      name="gender"
      onChange={onGender}
      label={residentLabels.gender}
      options={genders.map(value => ({
        value,
        label: genderLabels[value],
        ...(resident.gender === null && value === 'male' ? { help: '選ばなければ、性別は保存されません。' } : {}),
      }))}
      defaultValue={resident.gender ?? 'male'}
    />
    <Choices
      name="own_or_rent"
      label={residentLabels.own_or_rent}
      options={ownOrRent.map(value => ({ value, label: ownOrRentLabels[value] }))}
      {...(resident.own_or_rent === null ? {} : { defaultValue: resident.own_or_rent })}
    />
    <CheckField name="agreement" label={residentLabels.agreement} defaultChecked={resident.agreement === 1}>
      <Link to={paths.terms()} target="_blank">
        利用規約
      </Link>
      および
      <Link to={paths.privacy_policy()} target="_blank">
        プライバシーポリシー
      </Link>
      に同意する
    </CheckField>
  </>
)

const ToRead = ({ values }: { values: Values }) => {
  const rows: [string, string | undefined][] = [
    [residentLabels.name, values['name']],
    [residentLabels.name_kana, values['name_kana']],
    [residentLabels.login_id, values['login_id']],
    [residentLabels.password, values['password'] ? '●●●●●●●●' : ''],
    [residentLabels.phone, values['phone']],
    [residentLabels.email, values['email']],
    [residentLabels.gender, genderOf(values) && genderLabels[genderOf(values)!]],
    [residentLabels.own_or_rent, ownOrRentOf(values) && ownOrRentLabels[ownOrRentOf(values)!]],
  ]
  return (
    <FactList>
      {rows.map(([name, value]) => (
        <div key={name}>
          <Read>
            <dt>{name}</dt>
          </Read>
          <dd>{value || (name === residentLabels.password ? '変更しない' : '―')}</dd>
        </div>
      ))}
    </FactList>
  )
}

const genderOf = (values: Values): Gender | undefined => genders.find(value => value === values['gender'])
const ownOrRentOf = (values: Values): OwnOrRent | undefined => ownOrRent.find(value => value === values['own_or_rent'])

/** What can be seen without asking the server, before the person reads it all again; null when nothing is wrong. */
const problemsOf = (values: Values, resident: Resident): ApiError | null => {
  const { name = '', login_id = '', password = '', password_confirmation = '', current_password = '', agreement } = values
  const first = resident.login_id === null
  const changesPassword = first || password !== '' || password_confirmation !== ''
  const fields = Object.entries({
    name: name.trim() === '' ? 'を入力してください' : null,
    login_id: login_id.trim() === '' ? 'を入力してください' : null,
    password: changesPassword ? passwordProblem(password) : null,
    password_confirmation: changesPassword ? confirmationProblem(password, password_confirmation) : null,
    current_password:
      !first && current_password === '' && (changesPassword || changesContact(values, resident)) ? 'を入力してください' : null,
    agreement: agreement === '1' ? null : 'に同意してください',
  }).flatMap(([field, problem]) => (problem === null ? [] : [[field, [problem]] as const]))
  return fields.length === 0 ? null : new ApiError(422, { errors: { ...Object.fromEntries(fields), full_messages: [] } })
}

/** As the server compares them: a telephone number by its digits. */
const changesContact = ({ email = '', phone = '' }: Values, before: Resident): boolean =>
  email.trim() !== (before.email ?? '') || phone.normalize('NFKC').replaceAll(/[^0-9]/g, '') !== (before.phone ?? '')

const bodyOf = (values: Values, hasGender: boolean) => {
  const { name = '', name_kana = '', login_id = '', phone = '', email = '' } = values
  const { password = '', password_confirmation = '', current_password = '' } = values
  const gender = genderOf(values)
  const own_or_rent = ownOrRentOf(values)
  return {
    name,
    name_kana,
    login_id,
    phone,
    email,
    agreement: 1 as const,
    ...(gender === undefined || !hasGender ? {} : { gender }),
    ...(own_or_rent === undefined ? {} : { own_or_rent }),
    ...(password === '' ? {} : { password, password_confirmation }),
    ...(current_password === '' ? {} : { current_password }),
  }
}
