import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;

/**
 * Fetches the Gradle distribution that gradle-wrapper.properties pins, and prints the path of its launcher.
 *
 * <p>A single-file program because the machine may have nothing but a JDK: no curl, no unzip. The distribution is
 * verified before it is unpacked, unpacked beside its final place and moved there whole, so that an interrupted
 * run leaves nothing that a later one would trust. Exit 1, with one line on standard error, when it cannot be had.
 */
public final class FetchGradle {

    private static final Duration WHOLE_DOWNLOAD = Duration.ofMinutes(5);

    public static void main(String[] args) throws Exception {
        Properties pinned = new Properties();
        try (InputStream in = Files.newInputStream(Path.of(args[0]))) {
            pinned.load(in);
        }
        URI url = URI.create(pinned.getProperty("distributionUrl"));
        String zipName = Path.of(url.getPath()).getFileName().toString();
        Path home = gradleUserHome().resolve("wrapper/dists/orbifold").resolve(zipName.replaceFirst("\\.zip$", ""));
        try {
            if (launcherIn(home) == null) {
                System.err.println("gradlew: fetching " + url);
                fetch(url, pinned, home);
            }
            System.out.println(launcherIn(home));
        } catch (IOException e) {
            System.err.println("gradlew: cannot fetch " + url + " (" + reason(e) + ")");
            System.exit(1);
        }
    }

    private static String reason(IOException e) {
        return e.getMessage() != null ? e.getMessage() : e.getClass().getSimpleName();
    }

    private static Path gradleUserHome() {
        String home = System.getenv("GRADLE_USER_HOME");
        return home != null && !home.isEmpty() ? Path.of(home) : Path.of(System.getProperty("user.home"), ".gradle");
    }

    private static void fetch(URI url, Properties pinned, Path home) throws Exception {
        Files.createDirectories(home.getParent());
        Path work = Files.createTempDirectory(home.getParent(), "fetch");
        try {
            Path zip = work.resolve("distribution.zip");
            download(url, Duration.ofMillis(Long.parseLong(pinned.getProperty("networkTimeout"))), zip);
            String expected = pinned.getProperty("distributionSha256Sum");
            String actual = sha256(zip);
            if (!actual.equals(expected)) {
                throw new IOException("its SHA-256 is " + actual + ", expected " + expected);
            }
            Path unpacked = Files.createDirectory(work.resolve("unpacked"));
            unpack(zip, unpacked);
            try {
                Files.move(unpacked, home);
            } catch (FileAlreadyExistsException e) {
                // Another build got there first with the same verified content.
            }
        } finally {
            deleteTree(work);
        }
    }

    private static void download(URI url, Duration connectTimeout, Path zip) throws Exception {
        HttpClient.Builder client = HttpClient.newBuilder()
                .connectTimeout(connectTimeout).followRedirects(HttpClient.Redirect.NORMAL);
        String proxy = System.getenv("https_proxy") != null ? System.getenv("https_proxy") : System.getenv("HTTPS_PROXY");
        if (proxy != null && !proxy.isEmpty()) {
            URI p = URI.create(proxy.contains("://") ? proxy : "http://" + proxy);
            client.proxy(ProxySelector.of(new InetSocketAddress(p.getHost(), p.getPort() < 0 ? 80 : p.getPort())));
        }
        HttpRequest request = HttpRequest.newBuilder(url).timeout(connectTimeout.multipliedBy(2)).build();
        CompletableFuture<HttpResponse<Path>> answer =
                client.build().sendAsync(request, HttpResponse.BodyHandlers.ofFile(zip));
        try {
            int status = answer.get(WHOLE_DOWNLOAD.toSeconds(), TimeUnit.SECONDS).statusCode();
            if (status != 200) {
                throw new IOException("the server answered " + status);
            }
        } catch (java.util.concurrent.ExecutionException e) {
            throw new IOException(e.getCause() instanceof java.net.ConnectException
                    ? "no connection" : String.valueOf(e.getCause().getMessage()), e);
        } catch (java.util.concurrent.TimeoutException e) {
            throw new IOException("not done after " + WHOLE_DOWNLOAD.toMinutes() + " minutes", e);
        }
    }

    private static String sha256(Path file) throws Exception {
        MessageDigest digest = MessageDigest.getInstance("SHA-256");
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(java.io.OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    private static void unpack(Path zip, Path target) throws IOException {
        try (ZipInputStream in = new ZipInputStream(Files.newInputStream(zip))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                Path file = target.resolve(entry.getName()).normalize();
                if (!file.startsWith(target)) {
                    throw new IOException("it holds a path outside itself: " + entry.getName());
                }
                if (entry.isDirectory()) {
                    Files.createDirectories(file);
                } else {
                    Files.createDirectories(file.getParent());
                    Files.copy(in, file);
                }
            }
        }
        Path launcher = launcherIn(target);
        if (launcher == null || !launcher.toFile().setExecutable(true)) {
            throw new IOException("it holds no bin/gradle");
        }
    }

    private static Path launcherIn(Path home) throws IOException {
        if (!Files.isDirectory(home)) {
            return null;
        }
        try (Stream<Path> versions = Files.list(home)) {
            return versions.map(version -> version.resolve("bin/gradle")).filter(Files::isRegularFile)
                    .findFirst().orElse(null);
        }
    }

    private static void deleteTree(Path root) throws IOException {
        List<Path> all;
        try (Stream<Path> walk = Files.walk(root)) {
            all = walk.sorted(Comparator.reverseOrder()).toList();
        }
        for (Path path : all) {
            Files.delete(path);
        }
    }

    private FetchGradle() { }
}
