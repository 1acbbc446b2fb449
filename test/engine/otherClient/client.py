"""An app on matrix-nio and libolm, driven by JSON lines: requests on stdin, answers and what it received on stdout.

Holds no opinion of its own: what a person would decide, the test decides. Not for use outside of tests.
"""

import asyncio
import base64
import json
import logging
import os
import sys
import traceback
from datetime import timedelta
from types import SimpleNamespace
from urllib.parse import urlparse

from aiohttp import ClientSession
from nio import (
    AsyncClient,
    AsyncClientConfig,
    ErrorResponse,
    Event,
    InviteMemberEvent,
    MegolmEvent,
    ToDeviceEvent,
)
from nio.crypto import Sas, decrypt_attachment, encrypt_attachment

# It warns of what it does not know; only what ends it is of interest.
logging.getLogger("nio").setLevel(logging.CRITICAL)
# A busy machine is no person who went away.
Sas._max_age = Sas._max_event_timeout = timedelta(hours=1)


def tell(line):
    print(json.dumps(line), flush=True)


def checked(answer):
    if isinstance(answer, ErrorResponse):
        raise RuntimeError(f"{answer.status_code} {answer.message}")
    return answer


class OtherClient:
    def __init__(self, base_url, user_id, device_id, access_token, folder, claims_dehydrated):
        self.base_url = base_url
        self.turn = asyncio.Lock()
        config = AsyncClientConfig(encryption_enabled=True, store_sync_tokens=False)
        self.nio = AsyncClient(base_url, user_id, device_id, store_path=folder, config=config)
        self.nio.restore_login(user_id, device_id, access_token)
        if claims_dehydrated:
            _claim(self.nio.olm)
        self.nio.add_to_device_callback(self.on_to_device, ToDeviceEvent)
        self.nio.add_event_callback(self.on_event, Event)
        self.nio.add_event_callback(self.on_invite, InviteMemberEvent)

    async def on_to_device(self, event):
        tell({"toDevice": event.source})

    async def on_event(self, room, event):
        undecrypted = isinstance(event, MegolmEvent)
        told = {**event.source, "room_id": room.room_id, "undecrypted": undecrypted}
        tell({"event": {**told, "encrypted": undecrypted or event.decrypted}})

    async def on_invite(self, room, _event):
        tell({"invite": room.room_id})

    async def start(self):
        """Answers when its keys are at the server and it knows its rooms."""
        checked(await self.nio.sync(timeout=0, full_state=True))
        await self.look_after_keys()
        self.running = asyncio.create_task(self.run())
        self.running.add_done_callback(_ended)

    async def run(self):
        while True:
            checked(await self.nio.sync(timeout=5000))
            await self.look_after_keys()

    async def look_after_keys(self):
        """As nio's own loop, but one after the other: of two questions for keys at once it takes the second for a mistake."""
        async with self.turn:
            await self.nio.send_to_device_messages()
            if self.nio.should_upload_keys:
                checked(await self.nio.keys_upload())
            if self.nio.should_query_keys:
                checked(await self.nio.keys_query())
            if self.nio.should_claim_keys:
                checked(await self.nio.keys_claim(self.nio.get_users_for_key_claiming()))

    async def device_of(self, user_id, device_id):
        """Asks the server for the keys of a person each time: what it knows may be old."""
        async with self.turn:
            self.nio.olm.users_for_key_query.add(user_id)
            checked(await self.nio.keys_query())
        return self.nio.device_store[user_id][device_id]

    # Verification. Requests (ready, done) are newer than nio: the test sends them with to_device.

    async def to_device(self, type, user_id, device_id, content):
        checked(await self.nio.to_device(_message(type, user_id, device_id, content)))

    async def sas_start(self, user_id, device_id, transaction_id):
        olm = self.nio.olm
        device = await self.device_of(user_id, device_id)
        own_key = olm.account.identity_keys["ed25519"]
        sas = Sas(self.nio.user_id, self.nio.device_id, own_key, device, transaction_id)
        olm.key_verifications[transaction_id] = sas
        checked(await self.nio.to_device(sas.start_verification()))

    async def know(self, user_id, device_id):
        await self.device_of(user_id, device_id)

    async def sas_accept(self, transaction_id):
        checked(await self.nio.accept_key_verification(transaction_id))

    async def sas_confirm(self, transaction_id):
        checked(await self.nio.confirm_short_auth_string(transaction_id))

    async def sas_cancel(self, transaction_id, reject):
        checked(await self.nio.cancel_key_verification(transaction_id, reject))

    async def sas_state(self, transaction_id):
        sas = self.nio.key_verifications.get(transaction_id)
        if sas is None:
            return None
        other = sas.other_olm_device
        shown = sas.state.name in ("key_received", "mac_received")
        return {
            "state": sas.state.name,
            "emoji": [list(one) for one in sas.get_emoji()] if shown else None,
            "verified": sas.verified,
            "trusted": self.nio.olm.is_device_verified(other),
            "cancelCode": sas.cancel_code,
        }

    # Rooms.

    async def join(self, room_id):
        checked(await self.nio.join(room_id))

    async def is_encrypted(self, room_id):
        room = self.nio.rooms.get(room_id)
        return room is not None and room.encrypted

    async def send(self, room_id, type, content):
        async with self.turn:
            answer = await self.nio.room_send(room_id, type, content, ignore_unverified_devices=True)
        return checked(answer).event_id

    async def put_state(self, room_id, type, state_key, content):
        answer = await self.nio.room_put_state(room_id, type, content, state_key)
        return checked(answer).event_id

    async def redact(self, room_id, event_id):
        return checked(await self.nio.room_redact(room_id, event_id)).event_id

    # Files.

    async def upload(self, data, mime_type, encrypt):
        plain = base64.b64decode(data)
        sent, keys = encrypt_attachment(plain) if encrypt else (plain, None)
        given = "application/octet-stream" if encrypt else mime_type

        async def post(session, url, headers):
            async with session.post(url, data=sent, headers=headers) as answer:
                answer.raise_for_status()
                return await answer.json()

        uri = (await self._media(post, "/_matrix/media/v3/upload", {"Content-Type": given}))["content_uri"]
        return {"uri": uri, "file": keys and {**keys, "url": uri}}

    async def download(self, uri, file):
        place = urlparse(uri)

        async def get(session, url, headers):
            async with session.get(url, headers=headers) as answer:
                answer.raise_for_status()
                return await answer.read()

        path = f"/_matrix/client/v1/media/download/{place.netloc}{place.path}"
        data = await self._media(get, path, {})
        if file is not None:
            data = decrypt_attachment(data, file["key"]["k"], file["hashes"]["sha256"], file["iv"])
        return base64.b64encode(data).decode()

    async def _media(self, work, path, headers):
        """Media by itself: the paths of nio are those without sign-in, which servers have closed."""
        headers = {**headers, "Authorization": f"Bearer {self.nio.access_token}"}
        async with ClientSession() as session:
            return await work(session, self.base_url + path, headers)

    async def stop(self):
        self.running.cancel()
        await asyncio.gather(self.running, return_exceptions=True)
        await self.nio.close()


def _ended(running):
    """Without what it receives it is of no use: the test shall hear why, and wait no longer."""
    if not running.cancelled():
        traceback.print_exception(running.exception())
        os._exit(1)


def _claim(olm):
    """The device says of itself that nobody sits at it (MSC3814), and signs that with its own key."""
    sign = olm.sign_json

    def signed(data):
        if "algorithms" in data:
            data["dehydrated"] = True
        return sign(data)

    olm.sign_json = signed


def _message(type, user_id, device_id, content):
    """What nio sends from device to device: it reads these fields only."""
    body = {"messages": {user_id: {device_id: content}}}
    fields = {"type": type, "recipient": user_id, "recipient_device": device_id, "content": content}
    return SimpleNamespace(**fields, as_dict=lambda: body)


async def main():
    loop = asyncio.get_running_loop()
    reader = asyncio.StreamReader(limit=64 * 1024 * 1024)
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    client = None
    tasks = set()

    async def answer(no, name, arguments):
        try:
            tell({"no": no, "answer": await getattr(client, name)(**arguments)})
        except Exception as thrown:  # noqa: BLE001 - whatever it is, the test is told
            tell({"no": no, "error": f"{type(thrown).__name__}: {thrown}"})

    while line := await reader.readline():
        request = json.loads(line)
        if request["do"] == "open":
            client = OtherClient(**request["with"])
            tell({"no": request["no"], "answer": None})
            continue
        # Side by side, as a person's acts are.
        task = asyncio.create_task(answer(request["no"], request["do"], request["with"]))
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    # The test has gone.
    if client is not None:
        await client.stop()


asyncio.run(main())
