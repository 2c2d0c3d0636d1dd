package org.orbifold.spark;

import com.esotericsoftware.kryo.Kryo;
import com.esotericsoftware.kryo.Serializer;
import com.esotericsoftware.kryo.io.Input;
import com.esotericsoftware.kryo.io.Output;
import com.esotericsoftware.kryo.serializers.ClosureSerializer;
import com.esotericsoftware.kryo.serializers.JavaSerializer;
import java.io.Serializable;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.objenesis.strategy.StdInstantiatorStrategy;

/**
 * Objects as bytes, with all that is reachable from them: by Kryo, which Spark brings, so that no class of the library
 * needs to know that it is sent. Both sides must have the same jars; nothing of this is kept in files.
 */
final class Parcel {

    private static final int FIRST_BYTES = 1 << 12;

    /** A Kryo is for one thread at a time, and takes a while to make. */
    private static final ThreadLocal<Kryo> KRYO = ThreadLocal.withInitial(Packer::new);

    static byte[] of(Object value) {
        Output out = new Output(FIRST_BYTES, -1);
        KRYO.get().writeClassAndObject(out, value);
        return out.toBytes();
    }

    static Object open(byte[] bytes) {
        return KRYO.get().readClassAndObject(new Input(bytes));
    }

    /** What Kryo does not know: records, and collections of the JDK that cannot be filled. */
    private static final class Packer extends Kryo {

        Packer() {
            setClassLoader(Parcel.class.getClassLoader());
            setInstantiatorStrategy(new DefaultInstantiatorStrategy(new StdInstantiatorStrategy()));
            // Inner classes know the object around them by such a field.
            getFieldSerializerConfig().setIgnoreSyntheticFields(false);
            register(ClosureSerializer.Closure.class, new ClosureSerializer());
            addDefaultSerializer(Throwable.class, new JavaSerializer());
            addDefaultSerializer(Path.class, new PathSerializer());
        }

        @Override
        @SuppressWarnings("rawtypes")
        public Serializer getDefaultSerializer(Class type) {
            if (type.isRecord()) {
                return new RecordSerializer(type);
            }
            boolean closed = type.getName().startsWith("java.util.ImmutableCollections")
                    || type.getName().startsWith("java.util.Collections$")
                    || type.getName().startsWith("java.util.Arrays$")
                    || type.getName().startsWith("java.util.ArrayList$");
            if (closed && List.class.isAssignableFrom(type)) {
                return new ListSerializer();
            } else if (closed && Set.class.isAssignableFrom(type)) {
                return new SetSerializer();
            } else if (closed && Map.class.isAssignableFrom(type)) {
                return new MapSerializer();
            }
            return isSentByItself(type) ? new JavaSerializer() : super.getDefaultSerializer(type);
        }

        /**
         * Whether a type, such as BitSet or fastutil's lists of numbers, has its own Java serialization, which Kryo
         * must use. (Of other collections Kryo writes the elements, which need not be serializable.)
         */
        private static boolean isSentByItself(Class<?> type) {
            boolean ofNumbers = type.getName().startsWith("it.unimi.dsi.fastutil.")
                    && !type.getName().matches(".*(Object|Reference).*");
            boolean other = type.getName().startsWith("java.") && !Collection.class.isAssignableFrom(type)
                    && !Map.class.isAssignableFrom(type) && Arrays.stream(type.getDeclaredFields())
                    .anyMatch(field -> (field.getModifiers() & (Modifier.TRANSIENT | Modifier.STATIC))
                            == Modifier.TRANSIENT);
            return Serializable.class.isAssignableFrom(type) && (ofNumbers || other);
        }
    }

    private static final class PathSerializer extends Serializer<Path> {

        @Override
        public void write(Kryo kryo, Output out, Path path) {
            out.writeString(path.toString());
        }

        @Override
        public Path read(Kryo kryo, Input in, Class<Path> type) {
            return Path.of(in.readString());
        }
    }

    private static void writeAll(Kryo kryo, Output out, Collection<?> values) {
        kryo.writeClassAndObject(out, values.toArray());
    }

    private static final class ListSerializer extends Serializer<List<?>> {

        @Override
        public void write(Kryo kryo, Output out, List<?> list) {
            writeAll(kryo, out, list);
        }

        @Override
        public List<?> read(Kryo kryo, Input in, Class<List<?>> type) {
            return Collections.unmodifiableList(Arrays.asList((Object[]) kryo.readClassAndObject(in)));
        }
    }

    private static final class SetSerializer extends Serializer<Set<?>> {

        @Override
        public void write(Kryo kryo, Output out, Set<?> set) {
            writeAll(kryo, out, set);
        }

        @Override
        public Set<?> read(Kryo kryo, Input in, Class<Set<?>> type) {
            return Collections.unmodifiableSet(new LinkedHashSet<>(
                    Arrays.asList((Object[]) kryo.readClassAndObject(in))));
        }
    }

    private static final class MapSerializer extends Serializer<Map<?, ?>> {

        @Override
        public void write(Kryo kryo, Output out, Map<?, ?> map) {
            writeAll(kryo, out, map.keySet());
            writeAll(kryo, out, new ArrayList<>(map.values()));
        }

        @Override
        public Map<?, ?> read(Kryo kryo, Input in, Class<Map<?, ?>> type) {
            Object[] keys = (Object[]) kryo.readClassAndObject(in);
            Object[] values = (Object[]) kryo.readClassAndObject(in);
            Map<Object, Object> map = new LinkedHashMap<>();
            for (int i = 0; i < keys.length; i++) {
                map.put(keys[i], values[i]);
            }
            return Collections.unmodifiableMap(map);
        }
    }

    private Parcel() { }
}
