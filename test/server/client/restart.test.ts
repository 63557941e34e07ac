import { serve, withFolder } from "../../cli/appstead-process";
import { ClientApp } from "./client-app";

const pair = { publicKey: "operator", privateKey: "5d1d2f0e-0000-4000-8000-000000000001" };
const env = { APPSTEAD_ADMIN_PUBLIC_KEY: pair.publicKey, APPSTEAD_ADMIN_PRIVATE_KEY: pair.privateKey };

describe("restart", () => {
  test.each<NodeJS.Signals>(["SIGTERM", "SIGKILL"])(
    "restart: users, sessions and functions outlive %s",
    async signal => {
      await withFolder(async folder => {
        const first = await serve(folder, [], { env });
        const { url, groupId } = first.ready;
        const port = new URL(url).port;
        const app = await ClientApp.create({ url, groupId, ...pair, close: async () => {} });
        await app.allowAnonymous();
        await app.allowPasswords();
        await app.addFunction("whoAmI", "exports = () => context.user.id");
        const [anonymous, ada] = [await app.anonymous(), await app.registered("ada@shop.test")];
        await first.end(signal);

        const second = await serve(folder, ["--port", port], { env });
        for (const { access_token, refresh_token, user_id } of [anonymous, ada]) {
          expect((await app.call(access_token, "whoAmI")).body).toBe(user_id);
          const { status, body } = await app.request("POST", "/auth/session", { token: refresh_token });
          expect(status).toBe(201);
          expect((await app.call((body as { access_token: string }).access_token, "whoAmI")).body).toBe(
            user_id,
          );
        }
        const login = await app.login("local-userpass", {
          username: "ada@shop.test",
          password: "correct horse",
        });
        expect(login.body).toMatchObject({ user_id: ada.user_id });
        await second.end("SIGTERM");
      });
    },
  );
});
