import { X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { checkTimestamp } from '#server/transparency-log/check-timestamp.ts';

const bytesOfLines = (lines: string): Buffer => Buffer.from(lines.replaceAll('\n', ''), 'base64');

/** Made with `openssl ts`: a certificate, and two time stamps of the text by authorities that it issued. */
const TEXT = 'greenlot.test/log\n1\nAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=\n';
const ROOT = bytesOfLines(`
MIIBcjCCARigAwIBAgIUHihXVg312aoHH/1yAuflW2IbdRswCgYIKoZIzj0EAwIwFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MB4XDTI2MTEyOD
IzNTUxOVoXDTM2MTEyNTIzNTUxOVowFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEEfPRHwfi/yM+
F9EyhTvKxH1ostegIOgyYcUq1bZ0Sw3+8RtTPZzWcFVjNPf1LmN05PkmDyGc3eQ36Cnz5gQpjKNCMEAwDwYDVR0TAQH/BAUwAwEB/zAOBgNVHQ
8BAf8EBAMCAQYwHQYDVR0OBBYEFC8x++62UkDSLvnJA4JUMah8NF2lMAoGCCqGSM49BAMCA0gAMEUCIEVPDiQTvtwXE9h5adIrJ1OcRu/zI15L
uVDowU9ui5V+AiEA1h7YsNPODwXZXJH1GaIxailpylANE9FomMptZHB7Alc=
`);
/** Signed with ECDSA on P-384; it names its certificate by SHA-256. */
const ECDSA_RESPONSE = bytesOfLines(`
MIIFVzADAgEAMIIFTgYJKoZIhvcNAQcCoIIFPzCCBTsCAQMxDzANBglghkgBZQMEAgEFADBzBgsqhkiG9w0BCRABBKBkBGIwYAIBAQYEKgMEAT
AxMA0GCWCGSAFlAwQCAQUABCBmEaYZei2d8X7MGIhcaUCnTp4WmLvCh781XB82DR4vlwIBAhgPMjAyNjExMjgyMzU1MTlaMAMCAQECCQCwRzUk
0u+sdaCCA0cwggHNMIIBcqADAgECAhR5YmAZFX+MD9Tf3vBAn6qT3EBCBDAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHh
cNMjYxMTI4MjM1NTE5WhcNMzUwMjE0MjM1NTE5WjAeMRwwGgYDVQQDDBNFeGFtcGxlIFRpbWUgU3RhbXBzMHYwEAYHKoZIzj0CAQYFK4EEACID
YgAE4oXtzJ5E2FuClgt4Aocgmj6zgBJzV5Jz2YPdyOkHprOZLGfVIVGGPTwtgfR/KzWJQm5Zf2iqrUFEaixsLJtRUpcqUoN+jYk65RpvT1LsPf
sTgrg/MHmJ20Eg9pbwDIyMo3gwdjAMBgNVHRMBAf8EAjAAMA4GA1UdDwEB/wQEAwIHgDAWBgNVHSUBAf8EDDAKBggrBgEFBQcDCDAfBgNVHSME
GDAWgBQvMfvutlJA0i75yQOCVDGofDRdpTAdBgNVHQ4EFgQUUiheIGFvixf540J7+j1xaPWr8dwwCgYIKoZIzj0EAwIDSQAwRgIhAMS0hh0BTE
SWW5/B8W4oIXl5YUkMpODnybrWS8mdgSWNAiEAlyjRJnzMUdBJCgKBJVt1yRVWu91ZuA6XwB7mU8s7QbcwggFyMIIBGKADAgECAhQeKFdWDfXZ
qgcf/XIC5+VbYht1GzAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHhcNMjYxMTI4MjM1NTE5WhcNMzYxMTI1MjM1NTE5Wj
AXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAQR89EfB+L/Iz4X0TKFO8rEfWiy16Ag6DJhxSrVtnRL
Df7xG1M9nNZwVWM09/UuY3Tk+SYPIZzd5DfoKfPmBCmMo0IwQDAPBgNVHRMBAf8EBTADAQH/MA4GA1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQULz
H77rZSQNIu+ckDglQxqHw0XaUwCgYIKoZIzj0EAwIDSAAwRQIgRU8OJBO+3BcT2Hlp0isnU5xG7/MjXku5UOjBT26LlX4CIQDWHtiw084PBdlc
kfUZojFqKWnKUA0T0WiYym1kcHsCVzGCAWMwggFfAgEBMC8wFzEVMBMGA1UEAwwMRXhhbXBsZSBSb290AhR5YmAZFX+MD9Tf3vBAn6qT3EBCBD
ANBglghkgBZQMEAgEFAKCBpDAaBgkqhkiG9w0BCQMxDQYLKoZIhvcNAQkQAQQwHAYJKoZIhvcNAQkFMQ8XDTI2MTEyODIzNTUxOVowLwYJKoZI
hvcNAQkEMSIEIKoifSG3lGJL3lFPWSTwX9GW2jSwLl6xu8VMnUQG5u0YMDcGCyqGSIb3DQEJEAIvMSgwJjAkMCIEIOVf5CMJRlUQEJE7dFIyA8
TbXuzvKgAUiSuwvN830Z7vMAoGCCqGSM49BAMCBGcwZQIxAN6V5K0USf1pyt1nSrfv+vqMwTwhHaiqsCMgf7UpX7AGeiLaTtaQTe5rptSO67BB
PwIwO9FUYJhFCww98Dnzsevemgwot9pg//zOkIQa5SunEcV67B+2oG9v39Dx7o4y/Tt6
`);
/** Signed with RSA and SHA-512; it names its certificate by SHA-1. */
const RSA_RESPONSE = bytesOfLines(`
MIIGrTADAgEAMIIGpAYJKoZIhvcNAQcCoIIGlTCCBpECAQMxDzANBglghkgBZQMEAgMFADBzBgsqhkiG9w0BCRABBKBkBGIwYAIBAQYEKgMEAT
AxMA0GCWCGSAFlAwQCAQUABCBmEaYZei2d8X7MGIhcaUCnTp4WmLvCh781XB82DR4vlwIBAxgPMjAyNjExMjgyMzU1MTlaMAMCAQECCQCwRzUk
0u+sdaCCA+swggJxMIICGKADAgECAhR5YmAZFX+MD9Tf3vBAn6qT3EBCBTAKBggqhkjOPQQDAjAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwHh
cNMjYxMTI4MjM1NTE5WhcNMzUwMjE0MjM1NTE5WjAWMRQwEgYDVQQDDAtFeGFtcGxlIFJTQTCCASIwDQYJKoZIhvcNAQEBBQADggEPADCCAQoC
ggEBAKajIam6l0CMQUUAx17mG35qFeqrZp49sAdIGjmYN1zQPqAa0ofK3SQNpRaZOGxpOtcGIcy9W+v+J6qaruqCm6QnD62t432BspcX77T/82
kcP+fWtRnsGf3t/BJ794BjNVvqf9rraStbKq4g4cdLwduefalrEGkvhPRO+XF8I/azyrbqNN6j4XlYXU2fqb34GCv71XOS/moT4K9GiGEFYddX
itdwHQ8mG80Dx52RyvSfFoHHFe9u3ZYMnCD/8OwC6seLXziNVYeBRg6na0CRx4iwdp28qh1GLayn/Q8zR4vgp18fExJIi+BEH7BcyPd5wJhPOp
wnU8/1Gq2IienLUokCAwEAAaN4MHYwDAYDVR0TAQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwFgYDVR0lAQH/BAwwCgYIKwYBBQUHAwgwHwYDVR0j
BBgwFoAULzH77rZSQNIu+ckDglQxqHw0XaUwHQYDVR0OBBYEFBo8jx+BpNujM7O/gi24l0cZ6A0lMAoGCCqGSM49BAMCA0cAMEQCICGVq0ypQS
XlwXmtZV40nymDEC5UtJ7Jz8z2LhLmPDUUAiBiqJdxd3g7iwza9qd9PpE7kd6gsIXtRzXH+U1uqHvMXDCCAXIwggEYoAMCAQICFB4oV1YN9dmq
Bx/9cgLn5VtiG3UbMAoGCCqGSM49BAMCMBcxFTATBgNVBAMMDEV4YW1wbGUgUm9vdDAeFw0yNjExMjgyMzU1MTlaFw0zNjExMjUyMzU1MTlaMB
cxFTATBgNVBAMMDEV4YW1wbGUgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABBHz0R8H4v8jPhfRMoU7ysR9aLLXoCDoMmHFKtW2dEsN
/vEbUz2c1nBVYzT39S5jdOT5Jg8hnN3kN+gp8+YEKYyjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBQvMf
vutlJA0i75yQOCVDGofDRdpTAKBggqhkjOPQQDAgNIADBFAiBFTw4kE77cFxPYeWnSKydTnEbv8yNeS7lQ6MFPbouVfgIhANYe2LDTzg8F2VyR
9RmiMWopacpQDRPRaJjKbWRwewJXMYICFTCCAhECAQEwLzAXMRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QCFHliYBkVf4wP1N/e8ECfqpPcQEIFMA
0GCWCGSAFlAwQCAwUAoIG4MBoGCSqGSIb3DQEJAzENBgsqhkiG9w0BCRABBDAcBgkqhkiG9w0BCQUxDxcNMjYxMTI4MjM1NTE5WjArBgsqhkiG
9w0BCRACDDEcMBowGDAWBBSBhX7+/x5Kg+WlWyw355KXuUpbkzBPBgkqhkiG9w0BCQQxQgRArTzQwqQgKLwqeaajW3L9tJVgXw1OtKEeXZVB36
ee+FfWEP53L/JCuFNz4asCXrrtrpas2wVTCyPZi+RjnvUZqzANBgkqhkiG9w0BAQEFAASCAQCR/S6Pl0eJchq9xu/yNGXTYY29A5h97wTciymt
Fc6kQA75Rc4QqputmiMwEqlMbZEtHOoZqRRK+JRLci8dB8TAFIsUjHyhWG/yYNFF6R1b8dEMqqMPiyNbExSuCNYg62UQ1Hvw1Ai8LeBX13PeyA
CsHyLTxQMd7MT6Gx+nUisuE66CzyyA3/ozqd/W7wCPRoWuAAI9Zq397vlT5Tor7gxgkD/Gxisp9pS+2o4mJStPDdz4KoHzUYIiX/HKbp5ojT1l
khpPOndc+jOWJktKzDo9jpLfVUcYUheRFzlMX4Kcj/ZclAMgXaRmvO+9VwsAQucYZES/5Rf/XxUZ/uhVmimA
`);

const root = new X509Certificate(ROOT);
const trust = { certificates: [root] };

test.each([
  ['ECDSA', ECDSA_RESPONSE, 'CN=Example Time Stamps'],
  ['RSA', RSA_RESPONSE, 'CN=Example RSA'],
])('accepts a time stamp of OpenSSL with %s', async (_name, response, signer) => {
  const at = expect.stringMatching(/^2026-11-28T23:55:/);
  expect(await checkTimestamp(response, { text: TEXT, trust })).toEqual({ at, signer });
  const byFingerprint = { certificates: [], fingerprints: [root.fingerprint256] };
  expect(await checkTimestamp(response, { text: TEXT, trust: byFingerprint })).toEqual({ at, signer });
});

test('refuses another text, another nonce, and certificates that nobody trusts', async () => {
  const check = (given: object) => checkTimestamp(ECDSA_RESPONSE, { text: TEXT, trust, ...given });
  expect(await check({ text: `${TEXT}x` })).toBe('wrongImprint');
  expect(await check({ nonce: Uint8Array.of(1, 2, 3) })).toBe('wrongNonce');
  expect(await check({ trust: { certificates: [] } })).toBe('untrusted');
  expect(await check({ trust: { certificates: [], fingerprints: [`00${root.fingerprint256.slice(2)}`] } })).toBe(
    'untrusted',
  );
  expect(await checkTimestamp(new Uint8Array(), { text: TEXT, trust })).toBe('malformed');
});

test('no changed byte changes the time, and no fault throws', async () => {
  const right = await checkTimestamp(ECDSA_RESPONSE, { text: TEXT, trust });
  const refused = new Set<string>();
  for (let at = 0; at < ECDSA_RESPONSE.length; at += 3) {
    const changed = Buffer.from(ECDSA_RESPONSE);
    changed[at] = (changed[at] ?? 0) ^ 0x01;
    const checked = await checkTimestamp(changed, { text: TEXT, trust });
    if (typeof checked === 'string') refused.add(checked);
    // The certificate of the root is in the answer, too. It proves nothing there, so its bytes do not matter.
    else expect(checked).toEqual(right);
  }
  expect(refused).toEqual(new Set(['malformed', 'wrongImprint', 'wrongSignature']));
});
